/** A file on its way: waiting, going, or stopped with the reason. */
export interface Upload {
  key: string;
  file: File;
  /** 0 to 1. */
  progress: number;
  problem?: string;
  /** Not sent, since the sum would be above the maximum. */
  held?: boolean;
}

export type UploadEvent =
  | { type: 'added'; uploads: readonly Upload[] }
  | { type: 'started'; key: string }
  | { type: 'progressed'; key: string; progress: number }
  | { type: 'failed'; key: string; problem: string }
  | { type: 'gone'; key: string };

/** What becomes of the uploads under way; a finished or removed one is gone. */
export const uploadReducer = (uploads: readonly Upload[], event: UploadEvent): readonly Upload[] => {
  switch (event.type) {
    case 'added':
      return [...uploads, ...event.uploads];
    case 'started':
      return change(uploads, event.key, ({ key, file }) => ({ key, file, progress: 0 }));
    case 'progressed':
      return change(uploads, event.key, (upload) => ({ ...upload, progress: event.progress }));
    case 'failed':
      return change(uploads, event.key, (upload) => ({ ...upload, problem: event.problem }));
    case 'gone':
      return uploads.filter((upload) => upload.key !== event.key);
  }
};

const change = (uploads: readonly Upload[], key: string, to: (upload: Upload) => Upload) =>
  uploads.map((upload) => (upload.key === key ? to(upload) : upload));

export const bytesOf = (uploads: readonly Upload[]) => uploads.reduce((sum, { file }) => sum + file.size, 0);
export const isGoing = (upload: Upload) => upload.problem === undefined && !upload.held;
