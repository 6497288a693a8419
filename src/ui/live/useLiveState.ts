import { useSyncExternalStore } from 'react';
import { live } from './live.ts';

export const useLiveState = () => useSyncExternalStore(live.watch, live.state);
