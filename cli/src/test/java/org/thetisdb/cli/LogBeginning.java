package org.thetisdb.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.ServiceSettings;
import org.thetisdb.core.config.Settings;

/** Where a site's log begins in Kafka: above 0 once something was cut from it. */
final class LogBeginning {
  private LogBeginning() {}

  static long of(String kafka, String cluster, int site)
      throws ExecutionException, InterruptedException {
    return of(Map.of("bootstrap.servers", kafka), cluster, site);
  }

  /** The same of a cluster whose Kafka asks for a password. */
  static long of(Settings settings, int site)
      throws ExecutionException, InterruptedException, IOException {
    Properties login = new Properties();
    try (Reader file =
        Files.newBufferedReader(Path.of(settings.get(ServiceSettings.KAFKA_SECURITY_FILE)))) {
      login.load(file);
    }
    Map<String, Object> client = new HashMap<>();
    login.stringPropertyNames().forEach(name -> client.put(name, login.getProperty(name)));
    client.put("bootstrap.servers", settings.get(ServiceSettings.KAFKA_ADDRESS));
    return of(client, settings.get(BasicSettings.CLUSTER_NAME), site);
  }

  private static long of(Map<String, Object> client, String cluster, int site)
      throws ExecutionException, InterruptedException {
    TopicPartition log = new TopicPartition("thetis." + cluster + ".log." + site, 0);
    try (Admin admin = Admin.create(client)) {
      return admin
          .listOffsets(Map.of(log, OffsetSpec.earliest()))
          .partitionResult(log)
          .get()
          .offset();
    }
  }
}
