// Forms of the website, as browsers and programs send them: submissions and their confirmation, passwords of events, sign-in.
import type { Random } from '../../bench/calendar/random.js';
import { filledForm } from '../../tests/harness/submissions.js';
import { type Caller, type MakeCase, statusFaults } from './case.js';
import { formBody, multipartBody, uploadBody } from './form-bodies.js';
import type { Hidden } from './hidden.js';
import type { Sent } from './http.js';
import type { Site } from './site.js';
import { mutatedText } from './texts.js';
import { asText, oddHeader, oddValue } from './values.js';

export interface Forms {
  readonly make: MakeCase;
  /** Opens the submission form again: its tokens expire, and one that is new is refused. */
  readonly renew: () => Promise<void>;
}

interface Form {
  readonly name: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const maxTokens = 12;

export function openForms({ calendar }: Hidden, site: Site): Forms {
  let tokens: readonly string[] = [];
  const slugs = calendar.slugs.events ?? [];

  function madeForm(random: Random): Form {
    const token = random.happens(0.9) ? (random.pick(tokens) ?? '') : asText(oddValue(random));
    const slug = random.pick(slugs);
    const password = random.pick(['', 'wrong', asText(oddValue(random))]);
    switch (
      random.pick(['submit', 'submit', 'submit', 'submit', 'confirm', 'password', 'password', 'sign-in'] as const)
    ) {
      case 'submit':
        return { name: 'submission', url: '/submit/', fields: { ...filledForm, all_day: '', category: '1', token } };
      case 'confirm':
        return { name: 'confirmation', url: '/submit/confirm', fields: { token } };
      case 'password':
        return { name: 'password of an event', url: `/event/${slug}/`, fields: { password } };
      case 'sign-in':
        return { name: 'sign-in', url: '/cal/events/v1/session', fields: { user: 'marked-editor', password } };
    }
  }

  return {
    renew: async () => {
      await site.send({
        method: 'PATCH',
        url: '/cal/events/v1/settings',
        headers: { ...site.signed('administrator'), 'content-type': 'application/json' },
        body: JSON.stringify({ submitters: 'anyone' }),
      });
      const { text } = await site.send({ method: 'GET', url: '/submit/', headers: { accept: 'text/html' } });
      const [, token] = /name="token" value="([^"]+)"/.exec(text) ?? [];
      if (token) tokens = [...tokens, token].slice(-maxTokens);
    },
    make: (random, caller) => {
      const { name, url, fields } = madeForm(random);
      const sent: Sent = { method: 'POST', url, ...encodedForm(withOddField(fields, random), url, random) };
      const [oddName, odd] = oddHeader(random);
      const headers = {
        ...sent.headers,
        ...browserOf(site, caller, random),
        ...(random.happens(0.1) && { [oddName]: odd }),
      };
      return { name: `form: ${name}`, sent: { ...sent, headers }, faultsOf: statusFaults };
    },
  };
}

/** A browser with or without the session and its CSRF token, on a page of this site or another one. */
function browserOf(site: Site, caller: Caller, random: Random): Sent['headers'] {
  const { cookie = '', 'x-csrf-token': token = '' } = site.session(caller);
  return {
    accept: 'text/html',
    ...(cookie && { cookie: random.happens(0.9) ? cookie : `${cookie}x; ${cookie}` }),
    ...(token && random.happens(0.3) && { 'x-csrf-token': random.happens(0.8) ? token : 'x' }),
    ...(random.happens(0.2) && { origin: random.pick([site.address, 'https://other.example', 'null']) }),
  };
}

function withOddField(fields: Form['fields'], random: Random): Form['fields'] {
  if (random.happens(0.25)) return fields;
  const name = random.pick([...Object.keys(fields), 'homepage', 'proof', 'x', '__proto__[x]', 'picture']);
  return { ...fields, [name]: oddValue(random) };
}

function encodedForm(fields: Form['fields'], url: string, random: Random): Pick<Sent, 'headers' | 'body'> {
  const share = random.next();
  if (url.endsWith('/session') && share < 0.7)
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) };
  if (share < 0.5) {
    const { type, text } = formBody(fields);
    const body = random.happens(0.85) ? text : mutatedText(text, random);
    return { headers: { 'content-type': type }, body };
  }
  if (share < 0.75) {
    const { type, text } = multipartBody(fields, random);
    const body = random.happens(0.85) ? text : mutatedText(text, random);
    return { headers: { 'content-type': type }, body };
  }
  const content = mutatedText('<svg xmlns="http://www.w3.org/2000/svg"/>', random);
  const { type, bytes } = uploadBody(fields, { field: 'picture', name: 'picture.svg', content }, random);
  return { headers: { 'content-type': type }, body: bytes };
}
