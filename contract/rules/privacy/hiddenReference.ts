// A record may be visible to somebody who does not see a record that it refers to. Such a reference is shown without key and
// name. In place of the key stands a mark that tells nothing and is accepted back in the record it came from, so that a record
// can be sent as it was read without losing the reference.

/** What people read in place of the name. */
export const NO_ACCESS = 'Registro sem acesso';

const PREFIX = 'sem-acesso:';

export const hiddenReference = (mark: string): string => `${PREFIX}${mark}`;

export const isHiddenReference = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(PREFIX);
