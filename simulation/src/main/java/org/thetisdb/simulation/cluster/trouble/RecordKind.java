package org.thetisdb.simulation.cluster.trouble;

import java.util.EnumSet;
import java.util.Set;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Layout;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.ownership.TemporaryOwnership;

/**
 * What a record of a site's log is about: its kind in the log's format, and for commits of the
 * system which rows they write. Each says under which schemes it occurs.
 */
public enum RecordKind {
  /** An incarnation begins. */
  FENCE(true),
  /** Another site ends an incarnation, to be its failover successor. */
  SUCCESSOR_FENCE(false),
  /** A site gives up mastership for one of which it is the failover successor. */
  SUCCESSOR_RELEASE(false),
  /** Rows of a call, a statement or an interactive transaction; of an epoch under COCO. */
  COMMIT(true),
  /** Rows are prepared for a transaction over several sites. */
  PREPARE(true),
  /** Its coordinator has decided that it commits. */
  DECISION(true),
  /** Nothing comes of what was prepared. */
  GIVEN_UP(false),
  /** Mastership is given up. */
  RELEASE(true),
  /** Mastership is taken. */
  GRANT(true),
  /** A checkpoint was published: how far it makes the logs needless. */
  TRIM_POINTS(true),
  /** A site has left. */
  LEAVE(false),
  /** A border has come or gone. */
  RESHAPE(true),
  /** A jar of procedures. */
  JAR(false),
  /** A definition of SQL. */
  DEFINITION(false),
  /** How far a sequence has come. */
  SEQUENCE(false),
  /** A site joins, is a member, is to leave. */
  SITE(false),
  /** Whether rows of a table may vanish. */
  EXISTENCE(false),
  /** The scheme changes. */
  SCHEME(false),
  /** What a site masters is lent for a phase. */
  OWNERSHIP(true),
  /** It is given back. */
  GIVEN_BACK(true),
  /** A replica is added, held or dropped. */
  REPLICAS(false),
  /** A placement is applied. */
  PLACEMENT(false),
  /** A range begins to move, has moved, or is not to move any more. */
  MIGRATION(false),
  /** What a scheme has learned is kept. */
  LEARNED(false);

  private final boolean everyday;

  RecordKind(boolean everyday) {
    this.everyday = everyday;
  }

  /** Whether so many are written that most of them have to be let pass. */
  public boolean isEveryday() {
    return everyday;
  }

  /** The kinds of all records of an entry, which {@code writer} appends. */
  public static Set<RecordKind> of(byte[] bytes, String writer) {
    LogBatchReader entry = new LogBatchReader(bytes);
    boolean own = writer.equals("site-" + entry.site());
    Set<RecordKind> kinds = EnumSet.noneOf(RecordKind.class);
    if (entry.isFence()) {
      kinds.add(own ? FENCE : SUCCESSOR_FENCE);
      return kinds;
    }
    while (entry.next()) {
      kinds.add(
          switch (entry.kind()) {
            case COMMIT -> ofCommit(entry);
            case RELEASE -> own ? RELEASE : SUCCESSOR_RELEASE;
            case GRANT -> GRANT;
            case TRIM_POINTS -> TRIM_POINTS;
            case LEAVE -> LEAVE;
            case RESHAPE -> RESHAPE;
          });
    }
    return kinds;
  }

  private static RecordKind ofCommit(LogBatchReader entry) {
    Set<RecordKind> written = EnumSet.noneOf(RecordKind.class);
    entry.forEachWrite(
        new LogBatchReader.WriteVisitor() {
          @Override
          public void onWrite(RowKey key, byte[] row, int offset, int length) {
            written.add(ofRow(key, row != null));
          }

          @Override
          public void onDelta(RowKey key, long base, byte[] delta, int offset, int length) {
            written.add(ofRow(key, true));
          }
        });
    if (written.contains(GIVEN_UP) && (entry.session() != 0 || written.size() > 1)) {
      return DECISION;
    }
    // A jar has tables, and a definition may have sequences and what follows for rows that vanish.
    for (RecordKind kind : new RecordKind[] {PREPARE, GIVEN_UP, JAR, DEFINITION}) {
      if (written.contains(kind)) {
        return kind;
      }
    }
    return written.isEmpty() ? COMMIT : written.iterator().next();
  }

  private static RecordKind ofRow(RowKey key, boolean there) {
    return switch (key.tableId()) {
      case Catalog.TABLES, Catalog.DEFINITIONS -> DEFINITION;
      case Catalog.JARS -> JAR;
      case Catalog.SEQUENCES -> SEQUENCE;
      case Catalog.SITES -> SITE;
      case Catalog.EXISTENCE -> EXISTENCE;
      case Catalog.PREPARED -> there ? PREPARE : GIVEN_UP;
      case Catalog.SCHEME -> SCHEME;
      case Catalog.OWNERSHIPS ->
          key.equals(TemporaryOwnership.lentKey(TemporaryOwnership.writerOf(key)))
              ? OWNERSHIP
              : GIVEN_BACK;
      case Catalog.REPLICAS -> REPLICAS;
      case Catalog.PLACEMENT -> PLACEMENT;
      case Catalog.MIGRATIONS -> MIGRATION;
      case Catalog.LEARNED -> LEARNED;
      default -> COMMIT;
    };
  }

  /** Whether records of this kind are written under a scheme. */
  public boolean occursUnder(SchemeSpec scheme) {
    return switch (this) {
      case PREPARE, DECISION, GIVEN_UP -> scheme.has(Trait.ASKS_MASTERS);
      case LEARNED -> scheme.has(Trait.KEEPS_LEARNED);
      case RESHAPE -> scheme.has(Trait.LEARNS_PLACEMENT);
      case OWNERSHIP, GIVEN_BACK -> scheme.has(Trait.LENDS_MASTERS);
      case REPLICAS -> scheme.livesOn(Layout.PARTIAL);
      case PLACEMENT -> scheme.has(Trait.MASTERS_STAY) && !scheme.has(Trait.NEEDS_PLACEMENT);
      case MIGRATION -> !scheme.has(Trait.ONE_MASTER);
      case SCHEME -> !scheme.has(Trait.NEEDS_PLACEMENT);
      case SEQUENCE -> false; // no workload has sequences
      default -> true;
    };
  }
}
