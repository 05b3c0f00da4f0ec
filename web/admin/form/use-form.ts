// The state of a form: stored values, entered values, errors, conflicts and unsaved changes.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError, messageOf } from '../api/client';
import { contract, fieldsOf, type ResourceInfo } from '../api/contract';
import type { ApiRecord } from '../api/records';
import { may, session } from '../api/session';
import { lastAuthor } from '../history/revisions-api';
import type { Scope } from '../series/series';
import { inBackground, toastFailure } from '../ui/toast';
import { isWall } from '../widgets/wall-clock';
import type { Preview } from '../widgets/widget';
import { defaultTimes, endOf } from './default-end';
import { type Form, newRecord, readStored, SaveError, type Stored, save } from './form-api';
import { type Merged, merge } from './merge';
import { isShown } from './sections';
import { texts } from './texts';
import { excludedKeys, readUnsaved, removeUnsaved, storeUnsaved } from './unsaved';
import { usePreview } from './use-preview';
import { useUploads } from './use-uploads';
import { changesIn, inputKey, isEmpty, noLanguage, suggestedValues, type Values } from './values';

export type FieldErrors = Readonly<Record<string, string>>;

export interface FormState extends Form {
  readonly stored: Stored | undefined;
  /** Error of loading the record. */
  readonly failure: unknown;
  readonly values: Values;
  /** Entered values that differ from the stored ones. */
  readonly changes: Values;
  readonly errors: FieldErrors;
  /** Message of the last failed save. */
  readonly formError: string | undefined;
  /** Time of the restored changes of an earlier visit, in milliseconds. */
  readonly recovered: number | undefined;
  readonly conflict: Merged | undefined;
  readonly busy: boolean;
  readonly preview: Preview | undefined;
  readonly enter: (changes: Values) => void;
  /** Runs the upload of a widget, which the next save waits for. */
  readonly upload: (work: () => Promise<void>) => Promise<void>;
  /** The form with the values of all uploads; undefined when one failed. */
  readonly ready: () => Promise<FormState | undefined>;
  readonly discard: () => void;
  readonly reload: () => void;
  /** Ends a conflict with these changes on top of the stored values, and optionally saves them. */
  readonly resolve: (changes: Values, saves: boolean) => Promise<ApiRecord | undefined>;
  /** Resolves to the record, or undefined when it was not saved. */
  readonly submit: (more?: Values, scope?: Scope) => Promise<ApiRecord | undefined>;
}

const languagesOf = (): readonly string[] => (contract.site.languages.length ? contract.site.languages : [noLanguage]);

/** Error messages by form key, from the names of API parameters. */
function fieldErrorsIn({ fields }: Form, { cause, language }: SaveError): FieldErrors {
  if (!(cause instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(cause.params).map(([name, message]) => {
      const field = fields.find((known) => known.name === name);
      return [field ? inputKey(field, language) : name, message];
    }),
  );
}

/** The service names these errors only when all required fields are there: the user sees all at once. */
function orderErrors({ fields }: Form, values: Values): FieldErrors {
  const wrong = fields.flatMap(({ name }) => {
    const end = endOf(fields, name);
    const [from, to] = [values[name], end && values[end.name]];
    return end && isWall(from) && isWall(to) && to < from ? [end.name] : [];
  });
  return Object.fromEntries(wrong.map((name) => [name, texts().endBeforeStart]));
}

interface FormOptions {
  readonly resource: ResourceInfo;
  readonly id?: number | undefined;
  readonly initial?: Values | undefined;
  /** Stores unsaved changes in the browser. */
  readonly keepsUnsaved: boolean;
}

export function useForm({ resource, id, initial = {}, keepsUnsaved }: FormOptions): FormState {
  const form: Form = useMemo(() => {
    const fields = fieldsOf(resource.name).filter(isShown(id === undefined, contract.site, may));
    return { resource, fields, languages: languagesOf() };
  }, [resource, id]);
  const { fields, languages } = form;
  const defaults = useMemo((): Values => {
    if (id !== undefined) return {};
    const [first = noLanguage] = languages;
    const keys = fields.flatMap((field) =>
      isEmpty(initial[field.name]) ? [] : [[inputKey(field, first), initial[field.name]]],
    );
    return {
      ...suggestedValues(fields),
      ...defaultTimes(fields, contract.site.timezone, new Date()),
      ...Object.fromEntries(keys),
    };
  }, [form]);
  const draftKey = { user: session.value?.user ?? '', resource: resource.name, id };

  const [stored, setStored] = useState<Stored>();
  const [failure, setFailure] = useState<unknown>();
  const [edits, setEdits] = useState<Values>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [formError, setFormError] = useState<string>();
  const [recovered, setRecovered] = useState<number>();
  const [conflict, setConflict] = useState<Merged>();
  const [busy, setBusy] = useState(false);
  const { isAwaited, upload, uploaded } = useUploads();

  const changes = stored ? changesIn(stored.values, edits) : {};
  const values = { ...defaults, ...stored?.values, ...edits };
  const preview = usePreview(form, stored, { ...defaults, ...edits }, Object.keys(changes).length > 0);

  const open = async () => {
    setFailure(undefined);
    try {
      const found = id === undefined ? newRecord : await readStored(form, id);
      const unsaved = keepsUnsaved ? readUnsaved(localStorage, draftKey) : undefined;
      if (unsaved && found.editable) {
        const merged = merge(unsaved.before, unsaved.changes, found.values);
        setEdits({ ...merged.kept, ...Object.fromEntries(merged.clashes.map(({ key, yours }) => [key, yours])) });
        setRecovered(unsaved.at);
        // Earlier values are known for the changed fields only, so that `taken` would be wrong.
        if (merged.clashes.length && id !== undefined)
          setConflict({ ...merged, taken: [], author: await lastAuthor(resource, id) });
      }
      setStored(found);
    } catch (error) {
      setFailure(error);
    }
  };
  useEffect(() => inBackground(open()), [form]);

  const store = (entered: Values) => {
    if (!keepsUnsaved || !stored) return;
    const unsaved = { at: Date.now(), changes: changesIn(stored.values, entered), before: stored.values };
    storeUnsaved(localStorage, draftKey, unsaved, excludedKeys(fields, languages));
  };
  const enter = (entered: Values) => {
    setEdits((before) => {
      const after = { ...before, ...entered };
      store(after);
      return after;
    });
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in entered))));
  };
  const discard = () => {
    removeUnsaved(localStorage, draftKey);
    setEdits({});
    setErrors({});
    setFormError(undefined);
    setRecovered(undefined);
    setConflict(undefined);
  };

  const showConflict = async (savedId: number, yours: Values) => {
    const [theirs, author] = await Promise.all([readStored(form, savedId), lastAuthor(resource, savedId)]);
    setConflict({ ...merge(stored?.values ?? {}, yours, theirs.values), author });
    setEdits(yours);
    setStored(theirs);
  };
  /** Kept for the save that ends a conflict. */
  const scope = useRef<Scope>();
  const send = async (yours: Values): Promise<ApiRecord | undefined> => {
    if (!stored) return undefined;
    const entered = { ...defaults, ...yours };
    setBusy(true);
    setErrors({});
    setFormError(undefined);
    try {
      const record = await save(form, stored, entered, scope.current);
      if (keepsUnsaved) removeUnsaved(localStorage, draftKey);
      setRecovered(undefined);
      if (id !== undefined) {
        const now = await readStored(form, id);
        // Keeps edits that were made while the request was under way.
        setEdits((latest) => Object.fromEntries(Object.entries(latest).filter(([key, value]) => value !== yours[key])));
        setStored(now);
      }
      return record;
    } catch (error) {
      return await handleError(error, yours).catch((problem: unknown) => {
        setFormError(messageOf(problem));
        return undefined;
      });
    } finally {
      setBusy(false);
    }
  };

  const handleError = async (error: unknown, yours: Values): Promise<ApiRecord | undefined> => {
    const cause = error instanceof SaveError ? error.cause : error;
    if (id !== undefined && cause instanceof ApiError && cause.status === 412) {
      await showConflict(id, yours);
      return undefined;
    }
    setFormError(messageOf(cause));
    if (!(error instanceof SaveError)) return undefined;
    const given = fieldErrorsIn(form, error);
    const isInvalid = Object.keys(given).length > 0;
    setErrors({ ...given, ...(isInvalid && orderErrors(form, { ...values, ...yours })) });
    if (error.saved === undefined) return undefined;
    // One language was saved and another failed: the next attempt starts from there.
    if (id !== undefined) {
      setStored(await readStored(form, id));
      return undefined;
    }
    const translated = Object.fromEntries(Object.entries(yours).filter(([key]) => key.includes('@')));
    removeUnsaved(localStorage, draftKey);
    const unsaved = { at: Date.now(), changes: translated, before: {} };
    storeUnsaved(localStorage, { ...draftKey, id: error.saved }, unsaved, excludedKeys(fields, languages));
    toastFailure(cause);
    return { id: error.saved };
  };
  /** Of the last render, for a save that waited for uploads. */
  const latest = useRef<{ readonly state: FormState; readonly save: (more?: Values) => ReturnType<typeof send> }>();
  const submit: FormState['submit'] = async (more, chosen) => {
    if (!(await uploaded())) return undefined;
    scope.current = chosen;
    return latest.current?.save(more);
  };
  const resolve: FormState['resolve'] = async (chosen, saves) => {
    setConflict(undefined);
    setEdits(chosen);
    store(chosen);
    return saves ? send(chosen) : undefined;
  };

  const state: FormState = {
    ...form,
    stored,
    failure,
    values,
    changes,
    errors,
    formError,
    recovered,
    conflict,
    busy: busy || isAwaited,
    preview,
    enter,
    upload,
    ready: async () => ((await uploaded()) ? latest.current?.state : undefined),
    discard,
    reload: () => inBackground(open()),
    resolve,
    submit,
  };
  latest.current = { state, save: (more) => send({ ...edits, ...more }) };
  return state;
}
