-- People read these through the views of schema relatorio alone, each of which is a barrier itself. A second barrier within it kept
-- the planner from joining along a key: how often a product came back within thirty days read every ticket of those days.
alter view relatorio_interno.tickets reset (security_barrier);
--> statement-breakpoint
alter view relatorio_interno.clientes reset (security_barrier);
--> statement-breakpoint
alter view relatorio_interno.filiais reset (security_barrier);
--> statement-breakpoint
alter view relatorio_interno.pedidos reset (security_barrier);
--> statement-breakpoint
alter view relatorio_interno.registros reset (security_barrier);
