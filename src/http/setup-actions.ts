// First-run set-up over HTTP.
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSetupCode, endSetup, refuseAfterSetup } from '../auth/setup.js';
import { hasAdministrator } from '../auth/setup-code.js';
import type { Call } from '../core/call.js';
import type { Context } from '../core/context.js';
import type { Given } from '../core/field.js';
import { languageCodes } from '../core/languages.js';
import { Invalid, invalidParams, Problem } from '../core/problem.js';
import { setupSettings } from '../facades/setup-endpoints.js';
import { setUp } from '../operations/setup.js';
import { change } from './change.js';
import type { CustomHandlers, Handler } from './handler.js';
import { spendWriteToken } from './limits.js';
import type { Service } from './service.js';

/** Fields whose setting has an environment variable, with the name of the variable. */
const lockedFields = ({ site }: Call): readonly (readonly [string, string])[] =>
  Object.entries(setupSettings).flatMap(([field, setting]) => {
    const variable = site.locked[setting]?.variable;
    return variable === undefined ? [] : [[field, variable]];
  });

const status: Handler = async ({ store }, { call }) => {
  const open = !(await hasAdministrator(store));
  const locked = open ? lockedFields(call).map(([field]) => field) : [];
  return { statusCode: 200, headers: {}, body: { open, languages: languageCodes, locked } };
};

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

const runSetup: Handler = async (service, request, given) => {
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
    return { statusCode: 201, headers: {}, body: { id, user } };
  });
};

/** The username is `name` in the model. */
function inSetupFields(error: unknown): never {
  const taken = error instanceof Problem ? error.details.faults?.name : undefined;
  throw taken ? invalidParams({ user: taken }) : error;
}

/** The demo calendars that are being loaded by this process. */
const loading = new WeakMap<Service, Promise<number | undefined>>();

/** Concurrent and repeated requests share one load. */
function loadOnce(service: Service, context: Context): Promise<number | undefined> {
  const started = loading.get(service) ?? service.loadDemo(context).finally(() => loading.delete(service));
  loading.set(service, started);
  return started;
}

/** Below the 30 seconds after which an idle connection is closed. */
const maxWaitMs = 20_000;

const loadDemo: Handler = async (service, request) => {
  await spendWriteToken(service, request.call.actor);
  const waiting = new AbortController();
  const timeout = sleep(maxWaitMs, null, { signal: waiting.signal }).catch(() => null);
  const events = await Promise.race([loadOnce(service, request.context), timeout]).finally(() => waiting.abort());
  if (events === undefined) throw new Problem('demo-refused');
  return { statusCode: 202, headers: {}, body: { events } };
};

export const setupHandlers: CustomHandlers = {
  setup: { GET: status, POST: runSetup },
  'setup-demo': { POST: loadDemo },
};
