// Deliveries of a webhook: one line each, with request and answers of one that is opened.
import { useState } from 'preact/hooks';
import { request } from '../api/client';
import type { WebhookDelivery } from '../api/generated';
import { Button } from '../ui/button';
import { Code } from '../ui/code';
import { type Loaded, useLoaded } from '../ui/load';
import { Moment } from '../ui/moment';
import { LoadedView } from '../ui/state';
import { texts } from './texts';

interface DeliveriesProps {
  readonly of: Loaded<{ readonly deliveries: readonly WebhookDelivery[] }>;
  /** Of the webhook. */
  readonly path: string;
  readonly mayReplay: boolean;
  readonly onReplay: (id: number) => void;
}

export function Deliveries({ of, path, mayReplay, onReplay }: DeliveriesProps) {
  const [open, setOpen] = useState<number>();
  const t = texts();
  return (
    <LoadedView of={of}>
      {({ deliveries }) =>
        deliveries.length === 0 ? (
          <p class="quiet-text">{t.none}</p>
        ) : (
          <ul class="webhook-deliveries">
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <div class="webhook-delivery">
                  <span class={`badge delivery-${delivery.state}`}>{t.deliveryStates[delivery.state]}</span>
                  <code>{delivery.type}</code>
                  <Moment utc={delivery.created_utc} />
                  <span class="quiet-text">
                    {resultOf(delivery)} {t.attempts(delivery.attempts)}
                    {delivery.next_attempt_utc && (
                      <>
                        {' · '}
                        {t.nextTry} <Moment utc={delivery.next_attempt_utc} />
                      </>
                    )}
                  </span>
                  <Button
                    kind="quiet"
                    aria-expanded={open === delivery.id}
                    onClick={() => setOpen(open === delivery.id ? undefined : delivery.id)}
                  >
                    {t.details}
                  </Button>
                  <Button kind="quiet" icon="restore" disabled={!mayReplay} onClick={() => onReplay(delivery.id)}>
                    {t.replay}
                  </Button>
                </div>
                {open === delivery.id && (
                  <Details path={`${path}/deliveries/${delivery.id}`} tries={delivery.attempts} />
                )}
              </li>
            ))}
          </ul>
        )
      }
    </LoadedView>
  );
}

const resultOf = ({ status_code: status, error }: Pick<WebhookDelivery, 'status_code' | 'error'>): string =>
  status ? `HTTP ${status}` : error ? texts().errorOf(error) : '';

/** Loaded again when there is another try. */
function Details({ path, tries }: { readonly path: string; readonly tries: number }) {
  const delivery = useLoaded(
    async (signal) => (await request<WebhookDelivery>('GET', path, { signal })).body,
    [path, tries],
  );
  const t = texts();
  return (
    <LoadedView of={delivery}>
      {({ message_id: id, body = '', tries = [] }) => (
        <div class="webhook-details">
          <h3>{t.request}</h3>
          <Code label={t.request}>{`webhook-id: ${id}\n\n${indented(body)}`}</Code>
          {tries.map((one) => (
            <div key={`${one.at} ${one.headers['webhook-timestamp']}`}>
              <h3>
                {t.answer} {resultOf(one)} · <Moment utc={one.at} /> · {one.duration_ms} ms
              </h3>
              <Code label={`${t.answer} ${resultOf(one)}`}>
                {Object.entries(one.headers)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join('\n')}
                {one.response && `\n\n${one.response}`}
              </Code>
            </div>
          ))}
        </div>
      )}
    </LoadedView>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
