// The check that runs with `npm run check`: it finds patterns that can take more than linear time, and no others.
import { expect, test } from 'vitest';
import { findSlow } from '../tools/check-regexps.js';

const source = String.raw`
/^\s*q\s*=\s*(.*?)\s*$/i; // found
text.replace(/\s+$/, ''); // found
new RegExp('\\s+$', 'u'); // found
new RegExp(${'`'}\\s+${'$'}{name}$${'`'}); // found
/<[a-z][^>]*>/; // found
/^(?:a*)*$/; // found
/^(?:\s|\u00a0)*x$/; // found
/^\d+\d+$/; // found
/(?<=a.*)b/; // found
/a(?=.*c)/; // found
/^(?:a{1,200}b?)*$/; // found
/^[\s\S]*?\s*x$/u; // found

/^\s+$/;
/(?<!\s)\s+$/;
/\s+/g;
/\s+$/y;
/\b\w+$/;
/\?.*$/s;
/a(?!b*c)/;
/<[a-z][^<>]*>/;
/^(?:a+b)*$/;
/^(?=.*x).*y$/;
/^\s{0,9}\d{1,20}\s{0,9}$/;
/[^]{0,200}x/;
new RegExp('^' + name);
`;

test('reports patterns that can take more than linear time and no others', () => {
  const wanted = source.split('\n').flatMap((line, at) => (line.endsWith('// found') ? [at + 1] : []));
  const found = findSlow('source.ts', source);
  expect(found.map(({ line }) => line)).toEqual(wanted);
  expect(found[0]).toEqual({
    file: 'source.ts',
    line: 2,
    pattern: String.raw`/^\s*q\s*=\s*(.*?)\s*$/i`,
    reason: 'two repetitions, or a repetition and the search for its start, read the same text',
  });
});
