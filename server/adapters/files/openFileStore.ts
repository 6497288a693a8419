import type { Settings } from '../../settings.ts';
import type { FileStore } from './fileStore.ts';
import { folderStore } from './folderStore.ts';
import { s3Store } from './s3Store.ts';

/** S3-compatible storage when it is configured, else a folder below DATA_DIR. */
export const openFileStore = (settings: Pick<Settings, 's3' | 'dataDir' | 'privateHosts'>): FileStore =>
  settings.s3 ? s3Store(settings.s3, settings) : folderStore(settings.dataDir);
