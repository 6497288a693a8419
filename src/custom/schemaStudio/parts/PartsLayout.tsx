import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';

interface PartsLayoutProps {
  parts: ReactNode;
  /** Null while no part is chosen. */
  properties: ReactNode | null;
  onBack: () => void;
}

/** The list of parts beside the properties of the chosen one; on a phone one after the other. */
export function PartsLayout({ parts, properties, onBack }: PartsLayoutProps) {
  const isPhone = useMediaQuery('(max-width:699.95px)', { noSsr: true });
  if (isPhone)
    return properties ? (
      <Layout>
        <div>
          <Button startIcon={<ArrowBackOutlined />} onClick={onBack} sx={{ mb: 2 }}>
            Voltar às partes
          </Button>
          {properties}
        </div>
      </Layout>
    ) : (
      <Layout>
        <div>{parts}</div>
      </Layout>
    );
  return (
    <Layout className="two">
      <div>{parts}</div>
      <div className="properties">
        {properties ?? (
          <p className="none">Escolha uma parte na lista para ver e mudar as propriedades dela.</p>
        )}
      </div>
    </Layout>
  );
}

const Layout = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignItems: 'start',
    gap: 16,
    '&.two': { gridTemplateColumns: 'minmax(180px, 2fr) minmax(220px, 3fr)' },
    '& > div': { minWidth: 0 },
    '& .properties': { position: 'sticky', top: 0 },
    '& .none': { margin: 0, padding: '8px 0', color: components.textoSecundario },
  };
});
