import { EventEmitter } from 'node:events';

/** The part of node:test's events that is needed here. */
export interface TestEvent {
  type: string;
  data: {
    name: string;
    nesting: number;
    details?: { type?: string | undefined; error?: Error & { failureType?: unknown } };
  };
}

const events = new EventEmitter();

/** Calls the listener for each event of the tests in this process, until the returned function is called. */
export function onTestEvent(listener: (event: TestEvent) => void): () => void {
  events.on('event', listener);
  return () => events.off('event', listener);
}

/** A reporter that prints nothing (`--test-reporter`), which node:test expects as a default export. */
export default async function* report(source: AsyncIterable<TestEvent>) {
  for await (const event of source) events.emit('event', event);
  yield '';
}
