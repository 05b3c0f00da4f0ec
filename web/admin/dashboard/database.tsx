// The state of the database for administrators: size, last backup, and health checks on demand.
import { useState } from 'preact/hooks';
import { request } from '../api/client';
import type { HealthReport, Statistics } from '../api/generated';
import { showInstant } from '../api/moment';
import { Button } from '../ui/button';
import { inBackground, toastFailure } from '../ui/toast';
import { showBytes } from './numbers';
import { texts } from './texts';

type Store = NonNullable<Statistics['store']>;

function backupText({ engine, last_backup: last }: Store): string {
  if (last !== null) return showInstant(Date.parse(last));
  return engine === 'postgres' ? texts().postgresBackup : texts().noBackup;
}

export const Database = ({ store }: { readonly store: Store }) => (
  <div class="dashboard-cards">
    <section class="card" aria-labelledby="dashboard-database">
      <h2 id="dashboard-database">{texts().database}</h2>
      <dl>
        <dt>{texts().size}</dt>
        <dd>{showBytes(store.size)}</dd>
        <dt>{texts().lastBackup}</dt>
        <dd>{backupText(store)}</dd>
      </dl>
    </section>
    <Health />
  </div>
);

function Health() {
  const [report, setReport] = useState<HealthReport>();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      setReport((await request<HealthReport>('GET', '/statistics/doctor')).body);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="card" aria-labelledby="dashboard-health">
      <h2 id="dashboard-health">{texts().health}</h2>
      <p class="quiet-text">{texts().healthHelp}</p>
      <div role="status">{report && <Report {...report} />}</div>
      <Button icon="check" busy={busy} onClick={() => inBackground(run())}>
        {busy ? texts().running : texts().runChecks}
      </Button>
    </section>
  );
}

function Report({ checks, checked_at }: HealthReport) {
  const failed = checks.filter(({ faults }) => faults.length > 0);
  const time = showInstant(Date.parse(checked_at));
  if (failed.length === 0) return <p>{texts().healthy(checks.length, time)}</p>;
  return (
    <>
      <p class="error">{texts().unhealthy(failed.length, checks.length, time)}</p>
      <ul class="findings">
        {failed.flatMap(({ check, faults }) =>
          faults.map((fault) => <li key={`${check} ${fault}`}>{texts().finding(check, fault)}</li>),
        )}
      </ul>
      <p>{texts().repair}</p>
    </>
  );
}
