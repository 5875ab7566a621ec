package org.thetisdb.replication.embedded;

import java.io.IOException;
import java.nio.file.Path;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.security.PrivateFile;
import org.thetisdb.core.security.SystemNonces;

/**
 * What the servers in this process ask their clients for: they listen where each user of the
 * machine could connect. It is made anew at each start, and lies in files that only this process'
 * user can read, in the form of {@code kafka.security_file} and {@code zookeeper.security_file}.
 * Immutable.
 */
final class ServiceSecret {
  private static final String USER = "thetis";
  private static final int BYTES = 24;
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%1$s\""
          + " password=\"%2$s\"";

  private final String password;
  private final Path kafkaFile;
  private final Path zooKeeperFile;

  private ServiceSecret(String password, Path kafkaFile, Path zooKeeperFile) {
    this.password = password;
    this.kafkaFile = kafkaFile;
    this.zooKeeperFile = zooKeeperFile;
  }

  /**
   * Makes one, and writes its files.
   *
   * @throws ThetisException START_FAILED if they cannot be written
   */
  static ServiceSecret make(Path directory) {
    StringBuilder password = new StringBuilder();
    for (byte each : new SystemNonces().bytes(BYTES)) {
      password.append("%02x".formatted(each));
    }
    ServiceSecret secret =
        new ServiceSecret(
            password.toString(),
            directory.resolve("kafka-login"),
            directory.resolve("zookeeper-login"));
    secret.write();
    return secret;
  }

  private void write() {
    String login = LOGIN.formatted(USER, password);
    try {
      PrivateFile.write(
          kafkaFile,
          "security.protocol=SASL_PLAINTEXT%nsasl.mechanism=PLAIN%nsasl.jaas.config=%s;%n"
              .formatted(login));
      PrivateFile.write(zooKeeperFile, "auth=%s%n".formatted(zooKeeperAuth()));
    } catch (IOException e) {
      throw new ThetisException(ErrorCode.START_FAILED, "Kafka", e.getMessage()).causedBy(e);
    }
  }

  /** How Kafka shows itself who it is, and whom it lets in. */
  String brokerLogin() {
    return LOGIN.formatted(USER, password) + " user_%s=\"%s\";".formatted(USER, password);
  }

  /** User and password, divided by a colon. */
  String zooKeeperAuth() {
    return USER + ':' + password;
  }

  Path kafkaFile() {
    return kafkaFile;
  }

  Path zooKeeperFile() {
    return zooKeeperFile;
  }

  /** No part of it. */
  @Override
  public String toString() {
    return "secret in " + kafkaFile;
  }
}
