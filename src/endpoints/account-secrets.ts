// Secrets of a user: application passwords and feed keys. A secret is returned once; only its digest is stored.
import { addPassword, passwordsOf, revokePassword } from '../auth/accounts.js';
import { addFeedKey, feedKeysOf, maxFeedKeys, revokeFeedKey } from '../auth/feed-keys.js';
import type { Call } from '../core/call.js';
import { is } from '../core/condition.js';
import { type Endpoint, shapeOf } from '../core/facade.js';
import { type Given, optional, required } from '../core/field.js';
import { credentialText, nameText } from '../core/kinds/text.js';
import { key, listOutput, maybe, type OutputTable, output } from '../core/output.js';
import { invalidParam, Problem } from '../core/problem.js';
import { described, integer, orNull, text } from '../core/schema.js';
import { lockRecord, type Reader, type Writer } from '../core/store.js';
import { userShape } from '../facades/events/user.js';
import { change } from '../http/change.js';
import { endpoint, operation } from '../http/handler.js';
import { urlFor } from '../http/links.js';
import { reauthenticate } from '../http/reauthentication.js';
import { idOf } from '../http/request.js';
import {
  type ApplicationPasswordRow,
  applicationPasswords,
  type FeedKeyRow,
  feedKeys,
} from '../models/account/account.js';
import { user } from '../models/account/user.js';
import { ownerOf, ownerPart, ownerPath, readUser, unknownUser } from './owner.js';

/** All application passwords and feed keys of a user. */
export async function revokeSecrets(store: Writer, owner: number): Promise<void> {
  for (const table of [applicationPasswords, feedKeys]) await store.remove(table, is('user_id', owner));
}

/** A kind of secret that users list, create and revoke. */
interface SecretKind<Row extends { readonly id: number }> {
  readonly path: string;
  /** Key of the list in its body. */
  readonly listName: string;
  readonly noun: { readonly one: string; readonly a: string; readonly many: string };
  readonly label: { readonly about: string; readonly example: string };
  readonly about?: string;
  readonly output: OutputTable<Row>;
  /** Of the part that is sent once. */
  readonly secret: Given;
  readonly max: number;
  /** A whole sentence, because it is translated as one. */
  readonly tooMany: string;
  readonly list: (store: Reader, owner: number) => Promise<readonly Row[]>;
  readonly add: (store: Writer, owner: number, label: string, call: Call) => Promise<{ row: Row; secrets: Given }>;
  readonly revoke: (store: Writer, owner: number, id: number) => Promise<boolean>;
}

const keys = { id: key(integer, 7), created_utc: key(text, '2026-09-02 14:00:00') };
const sentOnce = () => undefined;
const maxPasswords = 100;

const applicationPassword: SecretKind<Pick<ApplicationPasswordRow, 'id' | 'label' | 'created_utc'>> = {
  path: 'application-passwords',
  listName: 'application_passwords',
  noun: { one: 'application password', a: 'an application password', many: 'application passwords' },
  label: { about: 'Label, such as the name of the program that uses the password.', example: 'Newsletter' },
  output: output('ApplicationPassword', 'A password for programs that act on behalf of a user.', {
    ...keys,
    label: key(text, 'Newsletter'),
    password: maybe(described(text, 'Returned once, when the password is created.'), sentOnce),
  }),
  secret: { password: 'x8Kd 02hF qW3n Lm5T aB7c Zr9v' },
  max: maxPasswords,
  tooMany: `Limit of ${maxPasswords} application passwords reached. Revoke one first.`,
  list: passwordsOf,
  add: async (store, owner, label, { now }) => {
    const { id, password } = await addPassword(store, owner, label, now);
    return { row: { id, label, created_utc: now }, secrets: { password } };
  },
  revoke: revokePassword,
};

const feedKey: SecretKind<FeedKeyRow> = {
  path: 'feed-keys',
  listName: 'feed_keys',
  noun: { one: 'feed key', a: 'a feed key', many: 'feed keys' },
  label: { about: 'Label, such as the calendar app that uses the URL.', example: 'Phone' },
  about:
    'The `key` parameter of a feed with a suffix, such as `events.ics`, reads it as the user. Other URLs ignore it.',
  output: output<FeedKeyRow>('FeedKey', 'A key that reads feeds as a user.', {
    ...keys,
    label: key(text, 'Phone'),
    last_used_utc: key(
      orNull(text, 'Time of the last use, to the hour. Null if never used.'),
      null,
      (row) => row.last_used_utc || null,
    ),
    key: maybe(described(text, 'Returned once, when the key is created.'), sentOnce),
  }),
  secret: { key: 'k3ZtQ8mWc1XyR7vLp0NsB5hDf9GaJ2uE' },
  max: maxFeedKeys,
  tooMany: `Limit of ${maxFeedKeys} feed keys reached. Revoke one first.`,
  list: feedKeysOf,
  add: async (store, owner, label, { now }) => {
    const { row, key } = await addFeedKey(store, owner, label, now);
    return { row, secrets: { key } };
  },
  revoke: revokeFeedKey,
};

const current_password = optional(
  credentialText,
  'Your current sign-in password. Required for your own account, unless you have signed in within the last 10 minutes.',
  { bodyOnly: true, example: 'correct horse battery' },
);

const common = {
  right: 'signed-in',
  tag: { name: 'Users', description: userShape.about },
} as const;

function secretEndpoints<Row extends { readonly id: number }>(kind: SecretKind<Row>): readonly Endpoint[] {
  const { path, listName, noun, label, about, output: shown, secret, max, tooMany } = kind;
  const notFound = new Problem('not-found', { resource: noun.one.replaceAll(' ', '-'), noun: noun.one });
  const list = operation({
    ...common,
    operationId: `list${shown.name}s`,
    summary: `List ${noun.many}`,
    result: `All ${noun.many} of the user.`,
    output: listOutput(`${shown.name}List`, '', listName, shown),
    problems: [unknownUser],
    handler: async ({ store }, request, _, reply) => {
      const owner = ownerOf(request);
      await readUser(store, owner);
      return reply(await kind.list(store, owner));
    },
  });
  const create = operation({
    ...common,
    operationId: `create${shown.name}`,
    summary: `Create ${noun.a}`,
    ...(about && { description: about }),
    result: `The new ${noun.one}. It is not shown again.`,
    statusCode: 201,
    input: { label: required(nameText(100), label.about, { example: label.example }), current_password },
    output: shown,
    example: { ...Object(shown.example), ...secret },
    problems: [unknownUser],
    handler: async (service, request, given, reply) => {
      const { call } = request;
      const owner = ownerOf(request);
      // Administrators can set the password of others in any case.
      if (owner === call.actor.id) await reauthenticate(service, request, given.current_password);
      return change(service, request, async ({ store }) => {
        await lockRecord(store, user, owner);
        await readUser(store, owner);
        if ((await kind.list(store, owner)).length >= max) throw invalidParam('label', tooMany);
        const { row, secrets } = await kind.add(store, owner, String(given.label), call);
        const { path: usersPath } = shapeOf(call.facade, user.name);
        const headers = { Location: urlFor(call, `${usersPath}/${owner}/${path}/${row.id}`) };
        return reply(row, { headers, oneTimeSecrets: secrets });
      });
    },
  });
  const revoke = operation({
    ...common,
    operationId: `delete${shown.name}`,
    summary: `Revoke ${noun.a}`,
    result: `The revoked ${noun.one}.`,
    output: shown,
    problems: [notFound],
    handler: async (service, request, _, reply) => {
      const owner = ownerOf(request);
      const id = idOf(request.params.id);
      return change(service, request, async ({ store }) => {
        const row = (await kind.list(store, owner)).find((one) => one.id === id);
        if (!row || !(await kind.revoke(store, owner, id))) throw notFound;
        return reply(row);
      });
    },
  });
  const id = { description: 'ID of the record.', schema: integer, example: 7 };
  return [
    endpoint(`${ownerPath}/${path}`, { GET: list, POST: create }, { parts: ownerPart }),
    endpoint(`${ownerPath}/${path}/:id(^\\d+$)`, { DELETE: revoke }, { by: 'id', parts: { ...ownerPart, id } }),
  ];
}

export const secretsEndpoints: readonly Endpoint[] = [
  ...secretEndpoints(applicationPassword),
  ...secretEndpoints(feedKey),
];
