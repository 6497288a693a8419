import Box from '@mui/material/Box';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import { useRoute } from '#data/useRoute.ts';
import { Section } from '#ui/components/detail/Section.tsx';
import { PersonAvatar } from '#ui/components/display/Chips.tsx';
import { MailLink, PhoneAction } from '#ui/components/display/ContactLinks.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import type { PanelTabProps } from '../panelTabProps.ts';

/** The customer's sellers. */
export function SellersTab({ idCli }: PanelTabProps) {
  const answer = useRoute(customerPanelRoutes.sellers, { params: { idCli } });
  return (
    <Answered answer={answer} skeleton={<ListSkeleton rows={3} />}>
      {(sellers) =>
        sellers.length === 0 ? (
          <EmptyState
            title="Nenhum registro encontrado"
            text="Nenhum vendedor cuida deste cliente. Um supervisor escolhe um na lista de clientes."
          />
        ) : (
          <Section title="Vendedores">
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
              {sellers.map(({ codOp, nome, email, matErp }) => (
                <li key={codOp}>
                  <ContactLine named person={{ nome, email, nota: noteOf(codOp, matErp) }} />
                </li>
              ))}
            </Box>
          </Section>
        )
      }
    </Answered>
  );
}

const noteOf = (code: number, erp: string) =>
  [`Código ${code}`, erp && `ERP ${erp}`].filter(Boolean).join(' · ');

/** Supervisors, each with the representatives below them. */
export function RepresentativesTab({ idCli }: PanelTabProps) {
  const answer = useRoute(customerPanelRoutes.supervisors, { params: { idCli } });
  return (
    <Answered answer={answer} skeleton={<ListSkeleton rows={3} />}>
      {(supervisors) =>
        supervisors.length === 0 ? (
          <EmptyState title="Nenhum supervisor ou representante cadastrado" />
        ) : (
          <Box sx={{ display: 'grid', gap: 4 }}>
            {supervisors.map((supervisor) => (
              <Section
                key={supervisor.id ?? 0}
                title={supervisor.id === null ? 'Sem supervisor' : `Supervisor: ${supervisor.nome}`}
              >
                {supervisor.id !== null && <ContactLine person={supervisor} />}
                <Box component="h3" sx={{ mt: 4, mb: 2, fontSize: 13, fontWeight: 600 }}>
                  Representantes
                </Box>
                <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
                  {supervisor.representantes.map((person) => (
                    <li key={person.id}>
                      <ContactLine person={person} named />
                    </li>
                  ))}
                </Box>
              </Section>
            ))}
          </Box>
        )
      }
    </Answered>
  );
}

interface ContactLineProps {
  person: {
    nome: string;
    email: string;
    telefone?: string;
    celular?: string;
    /** Shown beside the name: a code or the number in the ERP. */
    nota?: string;
  };
  /** Whether to show the name; when false, a heading already contains it. */
  named?: boolean;
}

/** A colleague's contact details. */
function ContactLine({ person, named = false }: ContactLineProps) {
  const { nome, email, telefone, celular, nota } = person;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 1 }}>
      {named && (
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, minWidth: 220 }}>
          <PersonAvatar name={nome} />
          <span>
            <Box component="span" sx={{ display: 'block', fontWeight: 500 }}>
              {nome}
            </Box>
            {nota && (
              <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
                {nota}
              </Box>
            )}
          </span>
        </Box>
      )}
      {email && <MailLink email={email} />}
      {telefone && <PhoneAction phone={telefone} />}
      {celular && celular !== telefone && <PhoneAction phone={celular} />}
      {!email && !telefone && !celular && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          Sem contato cadastrado
        </Box>
      )}
    </Box>
  );
}
