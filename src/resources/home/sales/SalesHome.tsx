import { BannerStrip } from './BannerStrip.tsx';
import { SalesFigures } from './SalesFigures.tsx';
import { Showcases } from './Showcases.tsx';

/** The seller's part of the home page: the day in figures, banners, showcases. */
export function SalesHome() {
  return (
    <>
      <BannerStrip />
      <SalesFigures />
      <Showcases />
    </>
  );
}
