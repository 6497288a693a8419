/** What the two threads of a reading say to each other: the reader asks, and each question is answered once. */
export type Question =
  /** It has loaded its code, and begins. */
  | { kind: 'begun' }
  /** It reads the content, again from its start. */
  | { kind: 'open' }
  | { kind: 'pull'; content: number }
  | { kind: 'items'; items: unknown[] };

export interface Asked {
  id: number;
  question: Question;
}

export type Answer =
  | { kind: 'goOn' }
  /** Nobody wants the rest. */
  | { kind: 'enough' }
  | { kind: 'opened'; content: number }
  /** `null` at the end of the content. */
  | { kind: 'piece'; bytes: Uint8Array | null }
  /** The content cannot be read on; the other thread knows why. */
  | { kind: 'broken' };

export interface Answered {
  id: number;
  answer: Answer;
}

/** How a reading ended. An error's class is lost between threads, so a refusal is told by its parts. */
export type Outcome =
  | { kind: 'read' }
  | {
      kind: 'refused';
      status: number;
      code: string;
      message: string;
      fields: Record<string, string> | undefined;
    };
