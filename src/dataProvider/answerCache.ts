import { currentBusiness } from './business.ts';

interface Kept {
  until: number;
  answer: unknown;
}

/** Recent lookup responses, in memory and in storage, by business and person (document 000 section 7). */
const memory = new Map<string, Kept>();
const PREFIX = 'TICKETS:';

const keyOf = (person: number | undefined, address: string) =>
  `${ofThisBusiness()}${person ?? ''}|${address}`;

const ofThisBusiness = () => `${PREFIX}${currentBusiness().API_URL}|`;

export function cachedAnswer(person: number | undefined, address: string): unknown {
  const key = keyOf(person, address);
  const validEntry = [memory.get(key), stored(key)].find((some) => some && some.until > Date.now());
  if (validEntry) memory.set(key, validEntry);
  else forget(key);
  return validEntry?.answer;
}

export function cacheAnswer(person: number | undefined, address: string, answer: unknown, minutes: number) {
  const key = keyOf(person, address);
  const entry = { until: Date.now() + minutes * 60_000, answer };
  memory.set(key, entry);
  try {
    localStorage.setItem(key, JSON.stringify(entry));
  } catch {
    // If the storage is full, the only cost is another request.
  }
}

export function clearAnswers() {
  memory.clear();
  for (const key of Object.keys(localStorage))
    if (key.startsWith(ofThisBusiness())) localStorage.removeItem(key);
}

function forget(key: string) {
  memory.delete(key);
  localStorage.removeItem(key);
}

function stored(key: string): Kept | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
