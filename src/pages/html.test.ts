// The html template tag escapes its values, and JSON cannot close its script element.
import { expect, test } from 'vitest';
import { html, jsonScript, trusted } from './html.js';

test('escapes values that are not markup', () => {
  const name = `<img src=x onerror="a('b')">&`;
  expect(html`<p title="${name}">${name}</p>`.text).toBe(
    '<p title="&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;</p>',
  );
  expect(html`${html`<b>${1}</b>`}${trusted('<i></i>')}${['a', html`<br>`, ['<']]}`.text).toBe(
    '<b>1</b><i></i>a<br>&lt;',
  );
  expect(html`${false}${undefined}${null}${0}`.text).toBe('0');
});

test('JSON cannot close its script element', () => {
  const { text } = jsonScript('application/ld+json', { name: '</script><script>alert(1)</script>\u2028&' });
  expect(text.match(/<\/script>/g)).toHaveLength(1);
  const [, inside = ''] = />(.*)<\/script>$/s.exec(text) ?? [];
  expect(JSON.parse(inside)).toEqual({ name: '</script><script>alert(1)</script>\u2028&' });
});
