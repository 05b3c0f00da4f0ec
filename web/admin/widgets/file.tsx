// A file input with a preview of images.
import { useEffect, useState } from 'preact/hooks';
import { controlProps, type WidgetProps } from './widget';

export function FileWidget(props: WidgetProps) {
  const { value, onChange } = props;
  const file = value instanceof File ? value : undefined;
  const shown = useObjectUrl(file);
  return (
    <div class="stack">
      {shown && <img class="picture" src={shown} alt="" />}
      <input
        {...controlProps(props)}
        type="file"
        accept="image/*"
        onChange={(event) => onChange(event.currentTarget.files?.[0])}
      />
    </div>
  );
}

/** An object URL of the file, revoked on unmount. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
