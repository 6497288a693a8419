import { useGetIdentity } from 'ra-core';

/** Whom an administrator sees the console as, and until when; nothing while everybody is who they are. */
export function useView(): { name: string; until: string } | null {
  const { identity } = useGetIdentity();
  const view = identity?.visao as { ate: string } | undefined;
  return view ? { name: identity?.fullName ?? '', until: view.ate } : null;
}
