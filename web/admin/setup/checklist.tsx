// First steps after set-up, on the start page of administrators until all are done or the list is closed.
import { signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { request } from '../api/client';
import { contract, type ResourceInfo } from '../api/contract';
import type { Settings } from '../api/generated';
import { sitePath } from '../api/paths';
import { listRecords } from '../api/records';
import { may, session } from '../api/session';
import { hrefOf } from '../router';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { useLoaded } from '../ui/load';
import './setup.css';
import { textsOf } from '../i18n/texts';

const texts = textsOf('checklist');

type StepName = keyof ReturnType<typeof texts>['steps'];

interface Step {
  readonly name: StepName;
  readonly href: string;
  readonly isDone: boolean;
  /** Opens the public site in a new tab. */
  readonly isExternal?: true;
}

/** In this browser and per user: the list is closed, or a page was opened that the data does not show. */
const storageKey = (name: string): string => `almanac-${name}-${session.value?.id}`;
const isStored = (name: string): boolean => localStorage.getItem(storageKey(name)) !== null;

/** Changes after a write to the local storage. */
const stored = signal(0);
function store(name: string): void {
  localStorage.setItem(storageKey(name), 'yes');
  stored.value++;
}

const [closed, subscribed] = ['checklist-closed', 'checklist-subscribed'];

/** The name of a site that nobody has named. */
const initialName = 'Almanac';

const resourceNamed = (name: string): ResourceInfo | undefined =>
  contract.resources.find((resource) => resource.name === name);

async function totalOf(name: string, signal: AbortSignal, query = {}): Promise<number> {
  const resource = resourceNamed(name);
  return resource ? (await listRecords(resource, { ...query, per_page: 1 }, signal)).total : 0;
}

async function loadSteps(signal: AbortSignal): Promise<readonly Step[]> {
  const [{ body: settings }, venues, events, users] = await Promise.all([
    request<Settings>('GET', '/settings', { signal }),
    totalOf('venue', signal),
    totalOf('event', signal, { status: 'publish' }),
    totalOf('user', signal),
  ]);
  return [
    { name: 'name', href: hrefOf('/settings'), isDone: settings.name !== initialName },
    {
      name: 'branding',
      href: hrefOf('/settings#branding'),
      isDone: settings.logo !== null || settings.accent_color !== '',
    },
    { name: 'venue', href: hrefOf('/venues/new'), isDone: venues > 0 },
    { name: 'event', href: hrefOf('/events/new'), isDone: events > 0 },
    { name: 'subscribe', href: `${sitePath}/`, isDone: isStored(subscribed), isExternal: true },
    { name: 'people', href: hrefOf('/users'), isDone: users > 1 },
  ];
}

export function Checklist() {
  return may('administer') && stored.value >= 0 && !isStored(closed) ? <Steps /> : null;
}

function Steps() {
  const id = useId();
  const { value: steps } = useLoaded(loadSteps, [stored.value]);
  const t = texts();
  if (!steps || steps.every(({ isDone }) => isDone)) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section class="card checklist" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t.title}</h2>
        <span class="quiet-text">{t.progress(done, steps.length)}</span>
        <IconButton icon="close" label={t.close} onClick={() => store(closed)} />
      </header>
      <ul>
        {steps.map((step) => (
          <StepItem key={step.name} {...step} />
        ))}
      </ul>
    </section>
  );
}

function StepItem({ name, href, isDone, isExternal }: Step) {
  const t = texts();
  const label = t.steps[name];
  if (isDone)
    return (
      <li class="done">
        <Icon name="check" />
        <span>
          {label} <span class="unseen">({t.done})</span>
        </span>
      </li>
    );
  const external = isExternal && { target: '_blank', rel: 'noreferrer', onClick: () => store(subscribed) };
  return (
    <li>
      <Icon name="next" />
      <a href={href} {...external}>
        {label}
      </a>
    </li>
  );
}
