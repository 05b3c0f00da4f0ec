// Asks which dates of a series a change applies to: this one, this and the following ones, or all. A dry run of each choice
// says how many dates change, or why the choice is not possible.
import { useId, useState } from 'preact/hooks';
import { messageOf } from '../api/http';
import { showDay } from '../api/moment';
import { ask, CancelAndSubmit, Dialog } from '../ui/dialog';
import { useLoaded } from '../ui/load';
import type { Scope } from './series';
import { texts } from './texts';
import './series.css';

interface ScopeQuestion {
  readonly title: string;
  /** Label of the confirm button. */
  readonly action: string;
  readonly danger?: boolean;
  /** Start of the date that the user changes. */
  readonly start: string;
  /** Words for the effect of a choice on other dates; throws if it is not possible. */
  readonly describe: (scope: Scope, signal: AbortSignal) => Promise<string>;
}

/** Resolves to undefined when it is cancelled. */
export const askScope = (question: ScopeQuestion): Promise<Scope | undefined> =>
  ask<Scope>((close) => <Question {...question} close={close} />);

const scopes = ['this', 'following', 'all'] as const;

interface QuestionProps extends ScopeQuestion {
  readonly close: (scope?: Scope) => void;
}

interface Effect {
  readonly text: string;
  readonly possible: boolean;
}

function Question({ title, action, danger = false, start, describe, close }: QuestionProps) {
  const id = useId();
  const [scope, setScope] = useState<Scope>('this');
  const effectOf = async (choice: Scope, aborted: AbortSignal): Promise<Effect> => {
    try {
      return { text: await describe(choice, aborted), possible: true };
    } catch (error) {
      return { text: messageOf(error), possible: false };
    }
  };
  const following = useLoaded((aborted) => effectOf('following', aborted), []).value;
  const all = useLoaded((aborted) => effectOf('all', aborted), []).value;
  const effects: Readonly<Record<Scope, Effect | undefined>> = {
    this: { text: showDay(start), possible: true },
    following,
    all,
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (effects[scope]?.possible !== false) close(scope);
  };
  return (
    <Dialog
      title={title}
      size="small"
      onClose={close}
      footer={
        <CancelAndSubmit form={id} kind={danger ? 'danger' : 'primary'} label={action} onCancel={() => close()} />
      }
    >
      <form id={id} onSubmit={submit}>
        <fieldset class="scopes">
          <legend>{danger ? texts().whichRemove : texts().which}</legend>
          {scopes.map((choice) => (
            <label key={choice} class="scope">
              <input
                type="radio"
                name={`${id}-scope`}
                checked={scope === choice}
                disabled={effects[choice]?.possible === false}
                onChange={() => setScope(choice)}
              />
              <span>
                <strong>{texts().scopes[choice]}</strong>
                <span class="quiet-text" aria-live="polite">
                  {effects[choice]?.text ?? texts().counting}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
