import ImageNotSupportedOutlined from '@mui/icons-material/ImageNotSupportedOutlined';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { platformRoutes } from '../../../../contract/config/platform.ts';
import { itemToasts } from '../../../../contract/rules/tickets/ticketItems.ts';
import { addressOf } from '../../../dataProvider/address.ts';
import { fullAddress } from '../../../dataProvider/http.ts';

/** The photo of a product; 'Produto não disponível' where there is none (document 000, section 8). */
export function ProductImage({ id }: { id: string | null }) {
  const [broken, setBroken] = useState(false);
  return (
    <Square title={id && !broken ? undefined : itemToasts.unavailable}>
      {id && !broken ? (
        <img
          src={fullAddress(addressOf(platformRoutes.productImage, { idImagem: id }))}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      ) : (
        <ImageNotSupportedOutlined fontSize="small" aria-hidden />
      )}
    </Square>
  );
}

const Square = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 40,
  height: 40,
  overflow: 'hidden',
  borderRadius: 6,
  color: theme.vars.palette.components.textoFraco,
  backgroundColor: theme.vars.palette.components.realce,
  '& img': { objectFit: 'cover' },
}));
