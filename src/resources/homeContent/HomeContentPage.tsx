import { useParams } from 'react-router-dom';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { BannerPage } from './BannerPage.tsx';
import { HomeContentLists } from './HomeContentLists.tsx';
import { ShowcasePage } from './ShowcasePage.tsx';

/** `/pagina-inicial` and, below it, a banner or showcase to edit: what the home page shows beside figures. */
export function HomeContentPage() {
  return (
    <Guarded permission="CONFIGURACAO_PAGINA_INICIAL">
      <Screen />
    </Guarded>
  );
}

function Screen() {
  const { tipo, id } = useParams();
  if (!tipo) return <HomeContentLists />;
  if (tipo === 'banners') return <BannerPage isNew={id === 'create'} />;
  return tipo === 'vitrines' ? <ShowcasePage isNew={id === 'create'} /> : <UnknownPath />;
}
