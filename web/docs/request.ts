// Turns the form of an operation into a request.

export interface FormRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function requestOf(form: HTMLFormElement): FormRequest {
  const controls = [...form.querySelectorAll<Control>('[name]')].map((control) => ({
    name: control.name,
    location: control.dataset.in,
    value: control.value.trim(),
  }));
  const given = controls.filter(({ value }) => value !== '');
  const at = (location: string) => given.filter((control) => control.location === location);
  const path = (form.dataset.path ?? '').replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = at('path').find((control) => control.name === name)?.value;
    return value === undefined ? whole : encodeURIComponent(value);
  });
  const query = new URLSearchParams(at('query').map(({ name, value }) => [name, value]));
  const body = given.find(({ name, location }) => name === 'body' && location === undefined)?.value;
  return {
    method: form.dataset.method ?? 'GET',
    path: query.size ? `${path}?${query}` : path,
    headers: {
      ...Object.fromEntries(at('header').map(({ name, value }) => [name, value])),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  };
}
