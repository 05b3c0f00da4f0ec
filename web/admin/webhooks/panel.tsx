// Below the form of a webhook: its state, a test, its secret, its deliveries, and code that verifies messages.
import { useState } from 'preact/hooks';
import { request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import type { WebhookDelivery } from '../api/generated';
import type { ApiRecord } from '../api/records';
import { Button } from '../ui/button';
import { Code } from '../ui/code';
import { CopyButton } from '../ui/copy-button';
import { confirmAction } from '../ui/dialog';
import { useLoaded } from '../ui/load';
import { Moment } from '../ui/moment';
import { inBackground, toast } from '../ui/toast';
import { showSecret } from '../users/one-time-secret';
import { Deliveries } from './deliveries';
import { snippet } from './snippet';
import { reasonOf, StateBadge } from './state';
import { texts } from './texts';

interface PanelProps {
  readonly resource: ResourceInfo;
  readonly record: ApiRecord;
  readonly onChanged: () => void;
}

interface DeliveryList {
  readonly deliveries: readonly WebhookDelivery[];
  readonly total: number;
  readonly more: boolean;
}

const perPage = 20;

export function WebhookPanel({ resource, record, onChanged }: PanelProps) {
  const path = `/${resource.path}/${record.id}`;
  const [busy, setBusy] = useState(false);
  const [limit, setLimit] = useState(perPage);
  const deliveries = useLoaded<DeliveryList>(
    async (signal) =>
      (await request<DeliveryList>('GET', `${path}/deliveries`, { query: { per_page: limit }, signal })).body,
    [path, limit],
  );
  const post = async <Body,>(action: string, body: Readonly<Record<string, unknown>> = {}): Promise<Body> => {
    setBusy(true);
    try {
      return (await request<Body>('POST', `${path}/${action}`, { body })).body;
    } finally {
      setBusy(false);
      deliveries.reload();
    }
  };
  const t = texts();
  const test = async () => {
    const { state, status_code: status, error } = await post<WebhookDelivery>('test');
    if (state === 'sent') toast(t.testSent(status ?? 0));
    else toast(t.testFailed(status ? `HTTP ${status}` : t.errorOf(error ?? '')), { kind: 'failed' });
  };
  const rotate = async () => {
    const agreed = await confirmAction({ title: t.rotateTitle, text: t.rotateText, action: t.rotate });
    if (!agreed) return;
    const { secret } = await post<{ readonly secret: string }>('rotate');
    await showSecret(t.newSecret, { label: `${t.secret}.`, secret });
    onChanged();
  };
  const enable = async () => {
    await post('enable');
    onChanged();
  };
  const replay = async (action: string) => {
    await post(action);
    toast(t.replayed);
  };
  const reason = reasonOf(record);
  const { failing_since: failing, last_success: success } = record;
  const isDisabled = record.state === 'disabled';
  const hasFailed = deliveries.value?.deliveries.some(({ state }) => state === 'failed') === true;
  return (
    <section class="webhook-panel" aria-label={t.deliveries}>
      <div class="notice webhook-state" role="status">
        <StateBadge record={record} />
        {reason && <span>{reason}</span>}
        {failing && (
          <span>
            {t.failingSince} <Moment utc={failing} />
          </span>
        )}
        {success && (
          <span>
            {t.lastSuccess} <Moment utc={success} />
          </span>
        )}
        <div class="webhook-actions">
          <Button busy={busy} onClick={() => inBackground(test())}>
            {t.test}
          </Button>
          <Button icon="key" disabled={busy} onClick={() => inBackground(rotate())}>
            {t.rotate}
          </Button>
          {isDisabled && (
            <Button kind="primary" disabled={busy} onClick={() => inBackground(enable())}>
              {t.enable}
            </Button>
          )}
        </div>
      </div>
      <h2>{t.deliveries}</h2>
      <Deliveries
        of={deliveries}
        path={path}
        mayReplay={!isDisabled && !busy}
        onReplay={(id) => inBackground(replay(`deliveries/${id}/replay`))}
      />
      <p class="webhook-actions">
        {deliveries.value?.more && limit < 100 && <Button onClick={() => setLimit(100)}>{t.more}</Button>}
        {hasFailed && !isDisabled && (
          <Button icon="restore" disabled={busy} onClick={() => inBackground(replay('replay'))}>
            {t.replayFailed}
          </Button>
        )}
      </p>
      <details>
        <summary>{t.verify}</summary>
        <p>{t.verifyHelp}</p>
        <Code label={t.verify}>{snippet}</Code>
        <CopyButton text={snippet} />
      </details>
    </section>
  );
}
