/**
 * The complete postgresql.conf, for a small machine that the shop shares with its database. `durable: false` is for
 * tests only: a power failure would lose the cluster. `archive` is the command for each segment of the write-ahead log,
 * and the seconds after which a segment that is not full is archived.
 */
export function postgresConf(
  port: number,
  durable: boolean,
  archive?: { command: string; seconds: number },
): string {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: '',
    max_connections: '100',
    password_encryption: 'scram-sha-256',
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // The data fits in memory or is on an SSD; the default of 4 makes the planner avoid indexes.
    random_page_cost: '1.1',
    // Short statements only: compiling costs more than it saves, and parallel workers starve the web server.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    wal_compression: 'on',
    max_wal_size: '1GB',
    checkpoint_completion_target: '0.9',
    idle_in_transaction_session_timeout: '60s',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    lc_messages: 'C',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    ...(archive && {
      archive_mode: 'on',
      archive_command: archive.command,
      archive_timeout: `${archive.seconds}s`,
    }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'\n`)
    .join('');
}
