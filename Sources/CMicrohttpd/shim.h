// libmicrohttpd, which speaks HTTP. Here: what Swift cannot call, because it takes any number of arguments or
// answers with a union.
#pragma once
#include <microhttpd.h>

// The socket of a connection; -1 if there is none.
static inline int noiseclock_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

// The address of who connected, as the library keeps it; NULL if there is none.
static inline const struct sockaddr *noiseclock_http_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

// What the program keeps for a connection; NULL if it keeps nothing.
static inline void *noiseclock_http_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

// Sets how many seconds a connection may be silent; 0: for ever.
static inline void noiseclock_http_limit_silence(struct MHD_Connection *connection,
                                                 unsigned int seconds) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}
