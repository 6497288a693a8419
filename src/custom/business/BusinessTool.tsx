import CheckOutlined from '@mui/icons-material/CheckOutlined';
import DomainOutlined from '@mui/icons-material/DomainOutlined';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Business, chooseBusiness, currentBusiness, offeredBusinesses } from '#data/business.ts';
import { hardNavigation } from '#data/session.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { forgetUnsaved, hasInputNotOnServer } from '#ui/components/frame/unsaved.ts';

interface BusinessToolProps {
  /** Rendered as a drawer row: full width, with the name always shown. */
  wide?: boolean;
}

/** 'Alternar Negócio': shown only when more than one business is configured (document 002 section 2). */
export function BusinessTool({ wide = false }: BusinessToolProps) {
  const { offered, current, choose } = useBusinesses();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [requested, setRequested] = useState<Business | null>(null);
  if (offered.length < 2) return null;
  const pick = (business: Business) => {
    setAnchor(null);
    if (business.API_URL === current.API_URL) return;
    if (hasInputNotOnServer()) setRequested(business);
    else choose(business);
  };
  return (
    <>
      <Button
        color="inherit"
        fullWidth={wide}
        startIcon={<DomainOutlined />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-label={`Alternar Negócio: ${current.NAME}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={
          wide
            ? { justifyContent: 'flex-start' }
            : { display: { xs: 'none', lg: 'inline-flex' }, maxWidth: 200 }
        }
      >
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {current.NAME}
        </span>
      </Button>
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': 'Alternar Negócio' }, paper: { sx: { maxHeight: 300 } } }}
      >
        {offered.map((business) => {
          const chosen = business.API_URL === current.API_URL;
          return (
            <MenuItem key={business.API_URL} selected={chosen} onClick={() => pick(business)}>
              <ListItemIcon>{chosen && <CheckOutlined fontSize="small" />}</ListItemIcon>
              <ListItemText>{business.NAME}</ListItemText>
            </MenuItem>
          );
        })}
      </Menu>
      {requested && (
        <ConfirmDialog
          open
          title={`Ir para ${requested.NAME}?`}
          text="Há alterações que ainda não foram salvas nesta página; elas se perdem."
          confirmLabel="Ir assim mesmo"
          tone="error"
          onConfirm={() => {
            // The person has already confirmed, so the browser must not ask again.
            forgetUnsaved();
            choose(requested);
          }}
          onCancel={() => setRequested(null)}
        />
      )}
    </>
  );
}

interface Businesses {
  /** Empty until loaded; a single business offers no choice. */
  offered: Business[];
  current: Business;
  choose: (business: Business) => void;
}

/** The businesses of this installation, and the current one. */
function useBusinesses(): Businesses {
  const { data } = useQuery({
    queryKey: ['negocios'],
    queryFn: offeredBusinesses,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  const { API_URL } = currentBusiness();
  const offered = data ?? [];
  return {
    offered,
    current: offered.find((each) => each.API_URL === API_URL) ?? currentBusiness(),
    choose: switchTo,
  };
}

/**
 * Loads a fresh page, so that nothing of the previous business stays in memory. Its session stays open and is resumed on
 * switching back.
 */
function switchTo(business: Business) {
  chooseBusiness(business);
  hardNavigation.leave('/home');
}
