// The state of a webhook, in its row of the list and above its form.
import type { ApiRecord } from '../api/records';
import { texts } from './texts';
import './webhooks.css';

type State = keyof ReturnType<typeof texts>['states'];
type Reason = keyof ReturnType<typeof texts>['reasons'];

const stateOf = ({ state }: ApiRecord): State => (state === 'ok' || state === 'failing' ? state : 'disabled');

export const StateBadge = ({ record }: { readonly record: ApiRecord }) => (
  <span class={`badge webhook-${stateOf(record)}`}>{texts().states[stateOf(record)]}</span>
);

export function StateCell({ record }: { readonly record: ApiRecord }) {
  const reason = reasonOf(record);
  return (
    <div class="webhook-cell">
      <StateBadge record={record} />
      {reason && <small>{reason}</small>}
    </div>
  );
}

/** Why it is disabled; empty if it is not. */
export function reasonOf({ reason }: ApiRecord): string {
  const { reasons } = texts();
  return typeof reason === 'string' && reason in reasons ? reasons[reason as Reason] : '';
}
