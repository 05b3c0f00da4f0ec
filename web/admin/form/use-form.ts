// The state of one form: what is stored, what was entered on top of it, what is wrong with it, and who saved meanwhile.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import { contract, fieldsOf, type ResourceInfo } from '../api/contract';
import type { ApiRecord } from '../api/records';
import { may, session } from '../api/session';
import { inBackground, toastFailure } from '../ui/toast';
import type { Preview } from '../widgets/widget';
import { firstMoments } from './default-end';
import { type Form, NotSaved, newRecord, readStored, type Stored, save } from './form-api';
import { type Merged, merge } from './merge';
import { isShown } from './sections';
import { excludedKeys, readUnsaved, removeUnsaved, storeUnsaved } from './unsaved';
import { usePreview } from './use-preview';
import { changesIn, isEmpty, keyOf, noLanguage, type Values } from './values';

export type Faults = Readonly<Record<string, string>>;

export interface FormState extends Form {
  readonly stored: Stored | undefined;
  /** Why it could not be read. */
  readonly failure: unknown;
  readonly values: Values;
  /** What differs from what is stored. */
  readonly changes: Values;
  readonly faults: Faults;
  /** What was wrong with no field in particular. */
  readonly refused: string | undefined;
  /** When unsaved work of an earlier visit was typed. */
  readonly recovered: number | undefined;
  readonly conflict: Merged | undefined;
  readonly busy: boolean;
  readonly preview: Preview | undefined;
  readonly enter: (changes: Values) => void;
  readonly discard: () => void;
  readonly reload: () => void;
  /** Goes on from what others saved, with these changes; and saves them at once. */
  readonly resolve: (changes: Values, saves: boolean) => Promise<ApiRecord | undefined>;
  /** Answers the record, or undefined when it was not saved. */
  readonly submit: (more?: Values) => Promise<ApiRecord | undefined>;
}

const languagesOf = (): readonly string[] => (contract.site.languages.length ? contract.site.languages : [noLanguage]);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Which key of the form a refused parameter means. */
function faultsIn({ fields }: Form, { cause, language }: NotSaved): Faults {
  if (!(cause instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(cause.params).map(([name, message]) => {
      const field = fields.find((known) => known.name === name);
      return [field ? keyOf(field, language) : name, message];
    }),
  );
}

interface FormOptions {
  readonly resource: ResourceInfo;
  readonly id?: number | undefined;
  readonly initial?: Values | undefined;
  /** Keeps what is typed across a reload. */
  readonly keeps: boolean;
}

export function useForm({ resource, id, initial = {}, keeps }: FormOptions): FormState {
  const form: Form = useMemo(() => {
    const fields = fieldsOf(resource.name).filter(isShown(id === undefined, contract.site, may));
    return { resource, fields, languages: languagesOf() };
  }, [resource, id]);
  const { fields, languages } = form;
  const given = useMemo((): Values => {
    if (id !== undefined) return {};
    const [first = noLanguage] = languages;
    const keys = fields.flatMap((field) =>
      isEmpty(initial[field.name]) ? [] : [[keyOf(field, first), initial[field.name]]],
    );
    return { ...firstMoments(fields, contract.site.timezone, new Date()), ...Object.fromEntries(keys) };
  }, [form]);
  const draftKey = { user: session.value?.user ?? '', resource: resource.name, id };

  const [stored, setStored] = useState<Stored>();
  const [failure, setFailure] = useState<unknown>();
  const [edits, setEdits] = useState<Values>({});
  const [faults, setFaults] = useState<Faults>({});
  const [refused, setRefused] = useState<string>();
  const [recovered, setRecovered] = useState<number>();
  const [conflict, setConflict] = useState<Merged>();
  const [busy, setBusy] = useState(false);

  const changes = stored ? changesIn(stored.values, edits) : {};
  const values = { ...given, ...stored?.values, ...edits };
  const preview = usePreview(form, stored, { ...given, ...edits }, Object.keys(changes).length > 0);

  const open = async () => {
    setFailure(undefined);
    try {
      const found = id === undefined ? newRecord : await readStored(form, id);
      const kept = keeps ? readUnsaved(localStorage, draftKey) : undefined;
      if (kept && found.open) {
        const merged = merge(kept.before, kept.changes, found.values);
        setEdits({ ...merged.kept, ...Object.fromEntries(merged.clashes.map(({ key, yours }) => [key, yours])) });
        setRecovered(kept.at);
        // Only what was kept is known of before, so that nothing is told of the rest.
        if (merged.clashes.length) setConflict({ ...merged, taken: [] });
      }
      setStored(found);
    } catch (error) {
      setFailure(error);
    }
  };
  useEffect(() => inBackground(open()), [form]);

  const keep = (entered: Values) => {
    if (!keeps || !stored) return;
    const unsaved = { at: Date.now(), changes: changesIn(stored.values, entered), before: stored.values };
    storeUnsaved(localStorage, draftKey, unsaved, excludedKeys(fields, languages));
  };
  const enter = (entered: Values) => {
    setEdits((before) => {
      const after = { ...before, ...entered };
      keep(after);
      return after;
    });
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in entered))));
  };
  const discard = () => {
    removeUnsaved(localStorage, draftKey);
    setEdits({});
    setFaults({});
    setRefused(undefined);
    setRecovered(undefined);
    setConflict(undefined);
  };

  const clash = async (made: number, yours: Values) => {
    const theirs = await readStored(form, made);
    setConflict(merge(stored?.values ?? {}, yours, theirs.values));
    setEdits(yours);
    setStored(theirs);
  };
  const send = async (yours: Values): Promise<ApiRecord | undefined> => {
    if (!stored) return undefined;
    const entered = { ...given, ...yours };
    setBusy(true);
    setFaults({});
    setRefused(undefined);
    try {
      const record = await save(form, stored, entered);
      if (keeps) removeUnsaved(localStorage, draftKey);
      setRecovered(undefined);
      if (id !== undefined) {
        const now = await readStored(form, id);
        // What was typed while it was being saved is still to be saved.
        setEdits((latest) => Object.fromEntries(Object.entries(latest).filter(([key, value]) => value !== yours[key])));
        setStored(now);
      }
      return record;
    } catch (error) {
      return await refuse(error, yours).catch((problem: unknown) => {
        setRefused(messageOf(problem));
        return undefined;
      });
    } finally {
      setBusy(false);
    }
  };

  const refuse = async (error: unknown, yours: Values): Promise<ApiRecord | undefined> => {
    const cause = error instanceof NotSaved ? error.cause : error;
    if (id !== undefined && cause instanceof ApiError && cause.status === 412) {
      await clash(id, yours);
      return undefined;
    }
    setRefused(messageOf(cause));
    if (!(error instanceof NotSaved)) return undefined;
    setFaults(faultsIn(form, error));
    if (error.saved === undefined) return undefined;
    // One language is saved and another was refused: the next attempt starts from there.
    if (id !== undefined) {
      setStored(await readStored(form, id));
      return undefined;
    }
    const texts = Object.fromEntries(Object.entries(yours).filter(([key]) => key.includes('@')));
    removeUnsaved(localStorage, draftKey);
    const unsaved = { at: Date.now(), changes: texts, before: {} };
    storeUnsaved(localStorage, { ...draftKey, id: error.saved }, unsaved, excludedKeys(fields, languages));
    toastFailure(cause);
    return { id: error.saved };
  };
  const submit: FormState['submit'] = (more) => send({ ...edits, ...more });
  const resolve: FormState['resolve'] = async (chosen, saves) => {
    setConflict(undefined);
    setEdits(chosen);
    keep(chosen);
    return saves ? send(chosen) : undefined;
  };

  return {
    ...form,
    stored,
    failure,
    values,
    changes,
    faults,
    refused,
    recovered,
    conflict,
    busy,
    preview,
    enter,
    discard,
    reload: () => inBackground(open()),
    resolve,
    submit,
  };
}
