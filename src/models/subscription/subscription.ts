// Subscriptions to other calendars: where they are, how often they are read, and what came of it. Their URLs may contain
// secrets, so that only roles that may change them see them.
import { may } from '../../core/actor.js';
import { choiceColumn, derived, flagColumn, integerColumn, textColumn } from '../../core/column.js';
import { all, everything, is, nothing, until } from '../../core/condition.js';
import { subscriptionPrefix } from '../../core/external.js';
import { choice } from '../../core/kinds/choice.js';
import { flag } from '../../core/kinds/flag.js';
import { wholeBetween } from '../../core/kinds/number.js';
import type { Model, SettleInput } from '../../core/model.js';
import { plainTable, type RowIn } from '../../core/store.js';
import { settleStored, stored, storedColumns } from '../../core/stored.js';
import { fold } from '../../core/text/fold.js';

export const sourceStatuses = ['pending', 'draft', 'publish', 'private'] as const;
/** Empty before the first read. */
export const subscriptionResults = ['', 'imported', 'unchanged', 'failed'] as const;

/** Failures in a row after which a subscription is paused. */
export const maxFailures = 10;

export const subscriptionFields = {
  every: stored(wholeBetween(15, 10_080), integerColumn, 'Minutes between two reads.', {
    default: 60,
    documentedDefault: 60,
    inForm: {
      label: 'Check for changes every … minutes',
      help: 'From 15 minutes to a week.',
      suggested: '60',
    },
    example: 60,
  }),
  default_status: stored<(typeof sourceStatuses)[number]>(
    choice(sourceStatuses),
    choiceColumn(sourceStatuses, 'pending'),
    'Status of new events. Later reads leave the status as it is.',
    {
      default: 'pending',
      documentedDefault: 'pending',
      inForm: { label: 'Status of new events' },
      example: 'pending',
    },
  ),
  paused: stored(flag, flagColumn, 'True stops reading. False starts again, at once.', {
    default: false,
    documentedDefault: false,
    inForm: { group: 'details', help: 'The calendar is not read until you clear this.' },
    example: false,
  }),
};

export const subscriptionColumns = {
  name: textColumn,
  url: textColumn,
  ...storedColumns(subscriptionFields),
  /** 0 for none. */
  default_venue: integerColumn,
  default_category: integerColumn,
  last_result: derived(choiceColumn(subscriptionResults, '')),
  /** Why the last read failed, or what waits for a decision. */
  message: derived(textColumn),
  /** In a row. */
  failures: derived(integerColumn),
  /** Of the last read; empty before the first one. */
  checked_utc: derived(textColumn),
  next_utc: derived(textColumn),
  /** A process reads the calendar until then; empty if none does. */
  running_until: derived(textColumn),
  /** Of the last response, for conditional requests. */
  etag: derived(textColumn),
  last_modified: derived(textColumn),
  /** Of the last bytes. */
  content_hash: derived(textColumn),
  import_id: derived(integerColumn),
  /** Its events outside the trash, as of the last read that succeeded. */
  event_count: derived(integerColumn),
  /** Future events that the last read did not list. */
  missing_events: derived(integerColumn),
  /** Those of them whose removal waits for a decision, and since when. */
  removal_events: derived(integerColumn),
  removal_utc: derived(textColumn),
  modified_utc: derived(textColumn),
  version: derived(integerColumn),
};
export type SubscriptionRow = RowIn<typeof subscriptionColumns>;

/** The source of external IDs of its events. */
export const sourceNameOf = ({ id }: Pick<SubscriptionRow, 'id'>): string => `${subscriptionPrefix}${id}`;

export const isDue = (now: string) => all(until('next_utc', now), is('paused', false), until('running_until', now));

type SubscriptionGiven = {
  readonly name?: string;
  readonly url?: string;
  readonly default_venue?: number;
  readonly default_category?: number;
  readonly paused?: boolean;
};

const fresh = { etag: '', last_modified: '', content_hash: '' };

/** Another URL or other settings of new events mean that the calendar is read again, even if it is unchanged. */
function settleSubscription({ given, stored: before, call }: SettleInput<SubscriptionRow, SubscriptionGiven>) {
  const { default_venue, default_category } = given;
  const isResumed = before?.paused === true && given.paused === false;
  const isOther = given.url !== undefined && given.url !== before?.url;
  return {
    values: {
      ...settleStored(subscriptionFields, given, before),
      name: given.name ?? before?.name ?? '',
      url: given.url ?? before?.url ?? '',
      default_venue: default_venue ?? before?.default_venue ?? 0,
      default_category: default_category ?? before?.default_category ?? 0,
      ...(!before && {
        last_result: '',
        message: '',
        failures: 0,
        checked_utc: '',
        running_until: '',
        import_id: 0,
        event_count: 0,
        missing_events: 0,
        removal_events: 0,
        removal_utc: '',
      }),
      ...((!before || isOther || isResumed) && { ...fresh, next_utc: call.now, failures: 0 }),
      modified_utc: call.now,
      version: (before?.version ?? 0) + 1,
    },
  };
}

export const subscription: Model<typeof subscriptionColumns> = {
  ...plainTable('subscriptions', subscriptionColumns),
  name: 'subscription',
  noun: { one: 'subscription', a: 'a subscription', many: 'subscriptions' },
  trackedColumns: ['name'],
  policy: {
    read: 'edit-others',
    change: 'edit-others',
    visible: (actor) => (may(actor, 'edit-others') ? everything : nothing),
    changeable: (actor) => (may(actor, 'edit-others') ? everything : nothing),
  },
  stored: subscriptionFields,
  settle: settleSubscription,
  translated: [],
  keys: () => ({}),
  texts: ({ name }) => ({ words: fold(name) }),
  searched: [],
  removal: 'erase',
};
