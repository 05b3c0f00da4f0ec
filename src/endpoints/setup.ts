// First-run set-up: whether it is open, the set-up itself, and loading the demo calendar after it.
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSetupCode, endSetup, refuseAfterSetup } from '../auth/setup.js';
import { hasAdministrator } from '../auth/setup-code.js';
import type { Call } from '../core/call.js';
import type { RequestContext } from '../core/context.js';
import type { Endpoint } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { languageCodes } from '../core/languages.js';
import { key, output } from '../core/output.js';
import { Invalid, invalidParams, Problem } from '../core/problem.js';
import { described, flagSchema, integer, listOf, orNull, text } from '../core/schema.js';
import { setupFields, setupSettings } from '../facades/setup-fields.js';
import { change } from '../http/change.js';
import { endpoint, operation } from '../http/handler.js';
import type { Service } from '../http/service.js';
import { setUp } from '../operations/setup.js';

/** Fields whose setting has an environment variable, with the name of the variable. */
const lockedFields = ({ site }: Call): readonly (readonly [string, string])[] =>
  Object.entries(setupSettings).flatMap(([field, setting]) => {
    const variable = site.locked[setting]?.variable;
    return variable === undefined ? [] : [[field, variable]];
  });

function refuseLocked(given: Given, call: Call): void {
  const faults = lockedFields(call).flatMap(([field, variable]) =>
    given[field] === undefined
      ? []
      : [[field, new Invalid(`Set by ${variable}. Remove the variable to change it here.`)] as const],
  );
  if (faults.length) throw invalidParams(Object.fromEntries(faults));
}

interface SetupInput {
  readonly code: string;
  readonly user: string;
  readonly email?: string;
  readonly password: string;
}

/** The username is `name` in the model. */
function inSetupFields(error: unknown): never {
  const taken = error instanceof Problem ? error.details.faults?.name : undefined;
  throw taken ? invalidParams({ user: taken }) : error;
}

/** The demo calendars that are being loaded by this process. */
const loading = new WeakMap<Service, Promise<number | undefined>>();

/** Concurrent and repeated requests share one load. */
function loadOnce(service: Service, context: RequestContext): Promise<number | undefined> {
  const started = loading.get(service) ?? service.loadDemo(context).finally(() => loading.delete(service));
  loading.set(service, started);
  return started;
}

/** Below the 30 seconds after which an idle connection is closed. */
const maxWaitMs = 20_000;

const tag = { name: 'Set-up', description: 'The first start: creating the first administrator.' };

const status = operation({
  right: 'anyone',
  operationId: 'getSetup',
  summary: 'Read whether set-up is open',
  tag,
  output: output<Given>('Setup', 'Whether set-up is open.', {
    open: key(described(flagSchema, 'True while there is no administrator.'), true),
    languages: key(described(listOf(text), 'Languages that pages are translated into.'), ['en', 'fr']),
    locked: key(
      described(
        listOf({ ...text, enum: Object.keys(setupSettings) }),
        'Fields that environment variables set. Empty when set-up is closed.',
      ),
      [],
    ),
  }),
  handler: async ({ store }, { call }, _, reply) => {
    const open = !(await hasAdministrator(store));
    const locked = open ? lockedFields(call).map(([field]) => field) : [];
    return reply({ open, languages: languageCodes, locked });
  },
});

const run = operation({
  right: 'anyone',
  operationId: 'setUp',
  summary: 'Set up the calendar',
  description:
    'Creates the first administrator and saves settings, in one transaction. Needs the set-up code, which works once. Set-up is closed while there is an administrator.',
  tag,
  statusCode: 201,
  input: setupFields,
  output: output<Given>('SetupResult', 'The first administrator. Sign in with the password.', {
    id: key(integer, 1),
    user: key(text, 'ada'),
  }),
  problems: [new Problem('wrong-setup-code'), new Problem('set-up-already')],
  handler: async (service, request, given, reply) => {
    const { call, context } = request;
    const { code, user, password, email = '' } = given as unknown as SetupInput;
    await refuseAfterSetup(service.store);
    await checkSetupCode(service.store, service.setupLimiter, code, call.now);
    refuseLocked(given, call);
    // After the code, so that only its holder makes the server hash.
    const digest = await context.secrets.hash(password);
    const settings = Object.entries(setupSettings).flatMap(([field, setting]) =>
      given[field] === undefined ? [] : [[setting, given[field]] as const],
    );
    return change(service, request, async (writing) => {
      await endSetup(writing.store, code, call.now);
      const id = await setUp(writing, { name: user, email, password: digest }, Object.fromEntries(settings)).catch(
        inSetupFields,
      );
      return reply({ id, user });
    });
  },
});

const demo = operation({
  right: 'administer',
  operationId: 'loadDemo',
  dryRun: 'refused',
  summary: 'Load the demo calendar',
  description:
    'Adds the demo calendar to a calendar without events. On a slow machine the response comes before the end: `events` is null, and the same request waits on.',
  tag,
  statusCode: 202,
  output: output<Given>('LoadedDemo', 'The demo calendar was loaded, or is being loaded.', {
    events: key(orNull(integer, 'Number of events and series; null while it is being loaded.'), 45),
  }),
  problems: [new Problem('demo-refused')],
  handler: async (service, request, _, reply) => {
    const waiting = new AbortController();
    const timeout = sleep(maxWaitMs, null, { signal: waiting.signal }).catch(() => null);
    const events = await Promise.race([loadOnce(service, request.context), timeout]).finally(() => waiting.abort());
    if (events === undefined) throw new Problem('demo-refused');
    return reply({ events });
  },
});

export const setupEndpoints: readonly Endpoint[] = [
  endpoint('/setup', { GET: status, POST: run }),
  endpoint('/setup/demo', { POST: demo }),
];
