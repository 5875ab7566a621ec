package org.thetisdb.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.metrics.Metrics;
import org.thetisdb.replication.log.stream.LogStreamCounters;
import org.thetisdb.sql.call.CompiledTexts;

/** One site of a real cluster, in this process. */
public final class SiteProcess implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private Address address;
  private final CompiledTexts texts = new CompiledTexts();
  private int memoryMib;
  private SiteHost host;
  private Metrics metrics;

  private SiteProcess() {}

  /**
   * Starts a site; blocks until it serves.
   *
   * @throws org.thetisdb.core.error.ThetisException if it cannot
   */
  public static SiteProcess start(int site, Settings chosen, Address listen) {
    NodeSecurity.requireClosed(chosen, listen.host());
    SiteProcess process = new SiteProcess();
    Settings settings =
        StatementHeap.ofThisProcess().forSite(StoreMemory.ofThisProcess().forSite(chosen));
    process.memoryMib = settings.get(SiteSettings.STORE_MEMORY_MIB);
    try {
      process.host =
          process.own(
              Nodes.host(
                  Nodes.withLogStreams(Nodes.lanes(site, settings, listen), settings),
                  settings,
                  1,
                  process.own(Nodes.transport(settings)),
                  process.own(Nodes.log(settings)),
                  process.own(Nodes.membership(settings)),
                  process.own(FileStoreSpace.of(settings)),
                  process.texts));
      process.measure(site);
      process.address = Waiting.forIt(process.host.start(), "site " + site);
      return process;
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private void measure(int site) {
    metrics = own(new Metrics("site-" + site));
    LogStreamCounters counters = host.logStreamCounters();
    metrics.counter("site.log_entries_fed", "entries that sites have sent", counters::byLogStream);
    metrics.counter("site.log_entries_read", "entries read from Kafka", counters::byLog);
    metrics.counter("site.log_streams_ended", "changes back to Kafka", counters::fallBacks);
    metrics.counter("site.texts_compiled", "texts of statements compiled", texts::compiled);
    metrics.gauge("site.statements_kept", "compiled statements kept", texts::kept);
    metrics.gauge("site.statement_bytes", "heap that these take, about", texts::keptBytes);
  }

  private <T extends AutoCloseable> T own(T part) {
    parts.push(part);
    return part;
  }

  /** Where routers reach it. */
  public Address address() {
    return address;
  }

  /** MiB that its rows may take. */
  public int memoryMib() {
    return memoryMib;
  }

  /** What the site has counted. */
  public Metrics metrics() {
    return metrics;
  }

  /** Waits until the site has left the cluster. */
  public void awaitEnd() {
    host.left().join();
  }

  @Override
  public void close() {
    Waiting.closeAll(parts);
  }
}
