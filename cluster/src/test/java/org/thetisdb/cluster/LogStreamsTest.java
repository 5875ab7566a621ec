package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.NetworkSettings.LogStreams;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.replication.embedded.EmbeddedServices;

/** Sites that reach Kafka and each other over sockets, as in processes of their own. */
@Tag("cluster")
@InTurn(oneIn = 2)
@Timeout(120)
final class LogStreamsTest {
  private static final int SITES = 2;
  private static final int CUSTOMERS = 4;

  @TempDir private Path data;

  @Test
  void sitesGetEachOthersLogsFromTheirSites() throws Exception {
    assertThat(entries(LogStreams.ON, "site.log_entries_fed")).isGreaterThan(50);
  }

  @Test
  void sitesThatMayNotReadThemFromKafka() throws Exception {
    assertThat(entries(LogStreams.OFF, "site.log_entries_fed")).isZero();
  }

  /** What all sites together have counted when customers have called for a while. */
  private double entries(LogStreams logStreams, String counter) throws Exception {
    try (EmbeddedServices services = EmbeddedServices.start(data, fault -> {})) {
      Settings settings = settings(services, logStreams);
      List<SiteProcess> sites = new ArrayList<>();
      try {
        for (int site = 1; site <= SITES; site++) {
          Settings own = settings.with(SiteSettings.DATA_DIR, data.resolve("s" + site).toString());
          sites.add(SiteProcess.start(site, own, Address.ANY_LOOPBACK));
        }
        try (RouterProcess router = RouterProcess.start(settings);
            Bystanders customers = Bystanders.start(router.address().toString(), CUSTOMERS)) {
          customers.goOn(3_000);
          customers.assertUnharmed();
        }
        return sites.stream().mapToDouble(site -> site.metrics().values().get(counter)).sum();
      } finally {
        sites.forEach(SiteProcess::close);
      }
    }
  }

  private static Settings settings(EmbeddedServices services, LogStreams logStreams) {
    return services
        .reachedBy(Settings.of(ThetisSettings.ALL).build())
        .with(NetworkSettings.LISTEN_PORT, 0)
        .with(NetworkSettings.NET_LOG_STREAMS, logStreams)
        .with(BasicSettings.CLUSTER_SITES, SITES);
  }
}
