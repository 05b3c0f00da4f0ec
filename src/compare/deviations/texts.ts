// Deviations of texts, titles and names.
import { cleanHtml, paragraphs, textOfHtml } from '../../core/text/html.js';
import { decodeEntities } from '../../core/text/tags.js';
import { normalizedHtml } from '../normalize.js';
import { type Deviation, isText, lastKey, oneSpaced, type Pair } from './deviation.js';

const isCleanedText = (old: string, now: string, key: string, { sites }: Pair): boolean => {
  const normalizedOld = (html: string) => oneSpaced(normalizedHtml(html, key, sites.old));
  const found = oneSpaced(normalizedHtml(sites.old.inText(now), key, sites.new));
  return [old, cleanHtml(old), paragraphs(cleanHtml(old))].some((html) => normalizedOld(html) === found);
};

/** Texts in JSON-LD are escaped as HTML, and then for a script. */
const unescaped = (text: string): string =>
  decodeEntities(text.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character)));

/** Without any blanks: tags at the borders of words leave more or fewer of them. */
const lettersOf = (html: string): string => textOfHtml(cleanHtml(html).replace(/</g, ' <')).replace(/\s+/g, '');

export const textDeviations: readonly Deviation[] = [
  {
    id: 'cleaned-texts',
    where: '`description`, `excerpt`, `content/rendered`, `excerpt/rendered`',
    about: 'Texts keep allowed HTML only, and links that they had to the old address.',
    pattern: /(^|\/)(description|excerpt|(content|excerpt|caption|title)\/rendered)$/,
    holds: (difference, pair) => {
      const { old, new: now, pattern } = difference;
      return (
        !/json_ld/.test(pattern) && isText(old) && isText(now) && isCleanedText(old, now, lastKey(difference), pair)
      );
    },
  },
  {
    id: 'json-ld-texts',
    where: '`json_ld`: `description`, `name`',
    about: 'Descriptions and names in JSON-LD are plain text.',
    pattern: /^(?=(.*\/)?json_ld\/).*\/(description|name)$/,
    holds: ({ old, new: now }) =>
      typeof old === 'string' && typeof now === 'string' && lettersOf(unescaped(old)) === now.replace(/\s+/g, ''),
  },
  {
    id: 'plain-names',
    where: 'titles and names',
    about: 'Titles and names are plain text without tags.',
    pattern: /(^|\/)(title|title\/rendered|venue|organizer|name)$/,
    holds: ({ old, new: now, pattern }) => {
      if (!isText(old) || !isText(now) || !/<[a-z/]/i.test(old)) return false;
      return oneSpaced(textOfHtml(old)) === oneSpaced(/rendered$/.test(pattern) ? textOfHtml(now) : now);
    },
  },
];
