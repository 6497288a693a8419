import { Navigate, useParams } from 'react-router-dom';

/** Redirects `/tickets/{id}/editar` to the ticket (document 002 section 2). */
export function TicketEditRedirect() {
  return <Navigate to={`/tickets/${useParams().id}`} replace />;
}
