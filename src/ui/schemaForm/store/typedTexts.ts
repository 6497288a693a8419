/** What a text means: a value, or why it means none. */
export interface Reading {
  value: unknown;
  problem?: string | undefined;
}

export interface Typed extends Reading {
  text: string;
  /** Not yet read. */
  pending: boolean;
}

/** Texts that mean nothing, of fields that are not drawn now: they come back as they were typed. By pointer. */
export type TypedTexts = Map<string, Typed>;
