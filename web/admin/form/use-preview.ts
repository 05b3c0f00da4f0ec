// The record as the server would save it, requested when typing pauses.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Preview } from '../widgets/widget';
import { type Form, previewOf, type Stored } from './form-api';
import type { Values } from './values';

const pauseMs = 500;

export function usePreview(
  form: Form,
  stored: Stored | undefined,
  entered: Values,
  changed: boolean,
): Preview | undefined {
  const [preview, setPreview] = useState<Preview>();
  const latest = useRef(entered);
  latest.current = entered;
  const key = changed ? JSON.stringify(entered) : '';
  useEffect(() => {
    if (!stored?.editable || key === '') return setPreview(undefined);
    const going = new AbortController();
    const timer = setTimeout(() => {
      previewOf(form, stored, latest.current, going.signal).then(
        (found) => !going.signal.aborted && setPreview(found),
        () => !going.signal.aborted && setPreview(undefined),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      going.abort();
    };
  }, [stored, key]);
  return preview;
}
