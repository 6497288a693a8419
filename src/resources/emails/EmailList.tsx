import type { OutboxEmail } from '../../../contract/config/emails.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';
import { emailColumns } from './emailColumns.tsx';
import { emailFilters, fromBar, toBar } from './emailFilters.ts';

/** `/emails`: what the console wrote to people, sent or not. */
export function EmailList() {
  return (
    <Guarded permission="CONFIGURACAO_EMAILS">
      <ResourceList<OutboxEmail>
        resource="emails"
        title="Caixa de saída"
        noun={['e-mail', 'e-mails']}
        columns={emailColumns}
        sort={{ field: 'criado', order: 'DESC' }}
        filters={emailFilters}
        words={{ toBar, fromBar }}
        search={{ key: 'q', placeholder: 'Endereço ou assunto' }}
        empty={{
          title: 'Nenhum e-mail ainda',
          text: 'Redefinições de senha e avisos de conta aparecem aqui.',
        }}
      />
    </Guarded>
  );
}
