// The report of one import, with undo.
import { useEffect } from 'preact/hooks';
import { showUtc } from '../api/moment';
import { hrefOf } from '../router';
import { useTitle } from '../shell/title';
import { Button, ButtonLink } from '../ui/button';
import { confirmAction } from '../ui/dialog';
import { useLoaded } from '../ui/load';
import { Moment } from '../ui/moment';
import { LoadedView } from '../ui/state';
import { inBackground, toast } from '../ui/toast';
import { type Import, isWorking, pollMs, readImport, undoImport } from './imports-api';
import { Report } from './report';
import { texts } from './texts';

export function ReportPage({ id }: { readonly id: string }) {
  const report = useLoaded((signal) => readImport(id, signal), [id]);
  const { value, reload } = report;
  const t = texts();
  const title = value?.name || `${t.unnamed} ${id}`;
  useTitle(title);
  useEffect(() => {
    if (!value || !isWorking(value)) return undefined;
    const timer = setTimeout(reload, pollMs);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <div class="narrow">
      <header class="page-head">
        <h1>{title}</h1>
        <ButtonLink icon="back" href={hrefOf('/imports')}>
          {t.title}
        </ButtonLink>
      </header>
      <LoadedView of={report} label={t.loading}>
        {(one) => <Details one={one} reload={reload} />}
      </LoadedView>
    </div>
  );
}

function Details({ one, reload }: { readonly one: Import; readonly reload: () => void }) {
  const t = texts();
  const undo = async () => {
    const { undoTitle: title, undoText: text, undo: action } = t;
    if (!(await confirmAction({ title, text, action, danger: true }))) return;
    const { state, undone } = await undoImport(one.id).finally(reload);
    toast(
      state === 'undone' && undone
        ? t.undone(undone.removed ?? 0, undone.restored ?? 0, undone.kept ?? 0)
        : t.undoStarted,
    );
  };
  const facts: readonly (readonly [string, preact.ComponentChildren])[] = [
    [t.state, <span class={`badge import-${one.state}`}>{t.states[one.state] ?? one.state}</span>],
    [t.kind, t.kinds[one.kind] ?? one.kind],
    [t.source, one.source],
    [t.by, one.user.name],
    [t.started, <Moment utc={one.started_utc} />],
    [t.lastRead, <Moment utc={one.changed_utc ?? one.started_utc} />],
  ];
  return (
    <>
      <dl class="import-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{t.report}</h2>
      <Report report={one.report} />
      <div class="buttons">
        <ButtonLink icon="list" href={hrefOf(`/activity?via=import+${one.id}`)}>
          {t.changes}
        </ButtonLink>
        {one.undo_until_utc !== '' && (
          <Button kind="danger" icon="restore" onClick={() => inBackground(undo())}>
            {t.undo}
          </Button>
        )}
      </div>
      {one.undo_until_utc !== '' && <p class="quiet-text">{t.undoUntil(showUtc(one.undo_until_utc))}</p>}
    </>
  );
}
