import type { ReactNode } from 'react';
import type { Permission } from '../../../contract/permissions.ts';
import { Forbidden } from './states/Forbidden.tsx';
import { PageSkeleton } from './states/skeletons.tsx';
import { useCan } from './useCan.ts';

/** A screen for those who hold the permission; the others read what is missing. */
export function Guarded({ permission, children }: { permission: Permission; children: ReactNode }) {
  const { can, isPending } = useCan();
  if (isPending) return <PageSkeleton />;
  return can(permission) ? children : <Forbidden permission={permission} />;
}
