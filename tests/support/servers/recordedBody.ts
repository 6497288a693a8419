import { PURPOSE_FIELD } from '#server/plugins/multipart.ts';

/**
 * A body that knows which of its fields were read. A field that is sent and read by nobody would be answered with 200 and
 * lost. Copying the whole body counts as reading it: what becomes of the copy is a matter of types (writing/row.ts).
 */
export function recordedBody<B extends object>(body: B): { body: B; requireRead: () => void } {
  // The purpose of a file is read while the file arrives.
  const read = new Set<PropertyKey>([PURPOSE_FIELD]);
  return {
    body: new Proxy(body, {
      get(target, key, receiver) {
        read.add(key);
        return Reflect.get(target, key, receiver);
      },
      has(target, key) {
        read.add(key);
        return Reflect.has(target, key);
      },
    }),
    requireRead() {
      const lost = Object.entries(body).flatMap(([key, value]) =>
        value === undefined || read.has(key) ? [] : [key],
      );
      if (lost.length > 0) throw new Error(`sent and read by nobody: ${lost.join(', ')}`);
    },
  };
}
