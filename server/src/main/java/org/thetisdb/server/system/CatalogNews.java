package org.thetisdb.server.system;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.DefinitionEntry;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.TableEntry;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.state.SiteProgress;

/**
 * Reports to a router which definitions and jars there are, once the log has all of them. What this
 * site has just committed is applied here before it is durable. A router that learned of it sooner
 * would have every site wait for it, for ever if the site is lost before its log has it (hazard
 * 15).
 *
 * <p>A router that asks again before its answer gets one answer. Owned by the site's engine.
 */
public final class CatalogNews {
  private static final int PIECE_BYTES = 1 << 20;
  private static final int KEY_BYTES = 16;

  private final Catalog catalog;
  private final SiteProgress progress;
  private final GroupCommit log;
  private final Kind definitions = new Kind(this::definitions);
  private final Kind jars = new Kind(this::jars);

  /** How far the router that asked last knows the definitions. */
  private long since;

  /** Nobody has asked yet. */
  public CatalogNews(Catalog catalog, SiteProgress progress, GroupCommit log) {
    this.catalog = catalog;
    this.progress = progress;
    this.log = log;
  }

  private List<SiteToRouter> definitions() {
    Collection<RowKey> changed = since == 0 ? null : catalog.changedSince(since);
    if (changed == null) {
      return pieces(true, catalog.tableEntries(), catalog.definitions());
    }
    List<TableEntry> tables = new ArrayList<>();
    List<DefinitionEntry> rows = new ArrayList<>();
    for (RowKey key : changed) {
      if (key.tableId() == Catalog.TABLES) {
        tables.add(catalog.tableEntry(key));
      } else if (key.tableId() != Catalog.JARS) {
        rows.add(new DefinitionEntry(key, catalog.definition(key)));
      }
    }
    return pieces(false, tables, rows);
  }

  /** A frame has a greatest length, and a catalog has none. */
  private List<SiteToRouter> pieces(
      boolean whole, List<TableEntry> tables, List<DefinitionEntry> rows) {
    List<SiteToRouter> pieces = new ArrayList<>();
    int table = 0;
    int row = 0;
    boolean last;
    do {
      int bytes = 0;
      int firstTable = table;
      while (table < tables.size() && bytes < PIECE_BYTES) {
        bytes += tables.get(table++).schema().length;
      }
      int firstRow = row;
      while (row < rows.size() && bytes < PIECE_BYTES) {
        byte[] present = rows.get(row++).row();
        bytes += KEY_BYTES + (present == null ? 0 : present.length);
      }
      last = table == tables.size() && row == rows.size();
      pieces.add(
          new Definitions(
              progress.report(),
              whole,
              catalog.changes(),
              last,
              tables.subList(firstTable, table),
              rows.subList(firstRow, row)));
    } while (!last);
    return pieces;
  }

  private List<SiteToRouter> jars() {
    return List.of(new Jars(progress.report(), catalog.jars(), catalog.tableEntries()));
  }

  /**
   * A router asks for the definitions.
   *
   * @param changedSince how far it knows them from this connection; 0 if it knows none
   */
  public void requestDefinitions(Connection router, long changedSince) {
    since = changedSince;
    definitions.request(router);
  }

  /** A router asks for the jars. */
  public void requestJars(Connection router) {
    jars.request(router);
  }

  /** One kind of news. */
  private final class Kind {
    private final Supplier<List<SiteToRouter>> news;

    /** The router that waits for its answer; null if none does. */
    private Connection asker;

    Kind(Supplier<List<SiteToRouter>> news) {
      this.news = news;
    }

    void request(Connection router) {
      boolean waits = asker != null;
      asker = router;
      if (!waits) {
        tellWhenDurable();
      }
    }

    /** What came meanwhile is reported, too, and so has to be durable as well. */
    private void tellWhenDurable() {
      long changes = catalog.changes();
      log.whenDurable(
          log.position(),
          () -> {
            if (catalog.changes() == changes) {
              tell();
            } else {
              tellWhenDurable();
            }
          });
      log.flush();
    }

    private void tell() {
      Connection to = asker;
      asker = null;
      news.get().forEach(to::send);
    }
  }
}
