interface AttemptKeys {
  /** The same body keeps its key until it is done; what was changed is another command. */
  (body: unknown): string;
  /** It was carried out: the same once more is meant as another one. */
  done: () => void;
}

/**
 * The idempotency key of each attempt: a repeat after a lost answer changes nothing (DOMAIN.md 4.5).
 */
export function attemptKeys(): AttemptKeys {
  let last: { body: string; key: string } | null = null;
  const keyOf = (body: unknown) => {
    const text = JSON.stringify(body);
    if (last?.body !== text) last = { body: text, key: crypto.randomUUID() };
    return last.key;
  };
  const done = () => {
    last = null;
  };
  return Object.assign(keyOf, { done });
}
