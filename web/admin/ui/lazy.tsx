// Code splitting: a component that is loaded when it is first rendered.
import type { ComponentType } from 'preact';
import { useLoaded } from './load';
import { Failure, Loading } from './state';

/** `load` resolves to the component of the module. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function Lazy(props: P) {
    const { value, error, reload } = useLoaded(async () => ({ Part: await load() }), []);
    if (error) return <Failure error={error} retry={reload} />;
    return value ? <value.Part {...props} /> : <Loading />;
  };
}
