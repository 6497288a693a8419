import { lazy, Suspense } from 'react';
import { type IconName, iconNames } from '../../../../contract/catalogs/catalog.ts';
import { firstIcons } from './firstIcons.ts';
import type { LaterIconName } from './LaterIcon.tsx';

export interface CatalogIconProps {
  name: IconName;
  /** Size in pixels. */
  size?: number;
  color?: string;
}

/**
 * Always next to text or inside a labelled element, so it is hidden from screen readers. Its space is reserved while it
 * loads.
 */
export const CatalogIcon = ({ name, size = 16, color }: CatalogIconProps) => {
  if (isLater(name))
    return (
      <Suspense fallback={<svg aria-hidden width={size} height={size} style={{ flex: 'none' }} />}>
        <LaterIcon name={name} size={size} color={color} />
      </Suspense>
    );
  const Icon = name in firstIcons ? firstIcons[name] : firstIcons.HelpOutline;
  return <Icon aria-hidden style={{ width: size, height: size, color, flex: 'none' }} />;
};

const isLater = (name: IconName): name is LaterIconName => !(name in firstIcons) && iconNames.includes(name);
const LaterIcon = lazy(async () => ({ default: (await import('./LaterIcon.tsx')).LaterIcon }));
