// A value that changes while somebody types, once they pause.
import { useEffect, useState } from 'preact/hooks';

const pauseMs = 400;

export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
