// Markup that escapes what is put into it, and data that cannot end its element.
import { expect, test } from 'vitest';
import { html, jsonScript, trusted } from './html.js';

test('what is filled in is text, unless it is markup already', () => {
  const name = `<img src=x onerror="a('b')">&`;
  expect(html`<p title="${name}">${name}</p>`.text).toBe(
    '<p title="&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;</p>',
  );
  expect(html`${html`<b>${1}</b>`}${trusted('<i></i>')}${['a', html`<br>`, ['<']]}`.text).toBe(
    '<b>1</b><i></i>a<br>&lt;',
  );
  expect(html`${false}${undefined}${null}${0}`.text).toBe('0');
});

test('data cannot end the element it stands in', () => {
  const { text } = jsonScript('application/ld+json', { name: '</script><script>alert(1)</script>\u2028&' });
  expect(text.match(/<\/script>/g)).toHaveLength(1);
  const [, inside = ''] = />(.*)<\/script>$/s.exec(text) ?? [];
  expect(JSON.parse(inside)).toEqual({ name: '</script><script>alert(1)</script>\u2028&' });
});
