package org.thetisdb.router.call;

/**
 * What a leading router calls for itself. Each has a session of its own, since sites keep the last
 * outcome of a session and give it to what repeats its number: two that counted in one session
 * would be given each other's outcomes. {@link OwnSessions} hands them out.
 */
public enum SystemSession {
  /** Uploads of jars. */
  JARS(0),
  /** Values of sequences, steps that ended, and other changes of the catalog's rows. */
  CATALOG(1),
  /** Batches of the steps that follow a definition. */
  DEFINITION_STEPS(2),
  /** Sites that join, stay or leave. */
  SITE_CHANGES(3),
  /** Whether rows of tables that others refer to may vanish. */
  EXISTENCE(4),
  /** The first rows of tables that are made of a query. */
  TABLE_FILLS(5),
  /** Which scheme is in force. */
  SCHEME_CHANGES(6),
  /** Replicas that come and go. */
  REPLICA_CHANGES(7),
  /** Pieces of large values that are cleared away. */
  LARGE_VALUES(8),
  /** Placements that are applied. */
  PLACEMENT_CHANGES(9),
  /** Temporary tables that are dropped. */
  TEMPORARY_TABLES(10),
  /** Rows of temporary tables that are deleted at a COMMIT. */
  TEMPORARY_ROWS(11),
  /** Migrations of ranges. */
  MIGRATIONS(12),
  /** Users that a router makes by itself. */
  OWN_DEFINITIONS(13),
  /** What a scheme has learned. */
  LEARNED(14);

  private final int number;

  SystemSession(int number) {
    this.number = number;
  }

  /** The id that it has in an epoch: no connection gets ids of connection 0. */
  long id(int epoch) {
    return SessionIds.firstOwn(epoch) + number;
  }
}
