import type { ReactNode } from 'react';
import type { Permission } from '../../../contract/permissions.ts';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { useCan } from '../../ui/shell/useCan.ts';
import { Forbidden } from './Forbidden.tsx';

/** A screen for those who hold the permission; the others read what is missing. */
export function Guarded({ permission, children }: { permission: Permission; children: ReactNode }) {
  const { can, isPending } = useCan();
  if (isPending) return <PageSkeleton />;
  return can(permission) ? children : <Forbidden permission={permission} />;
}
