/** A service that takes orders: Spring Boot, Hibernate and Flyway, as with any other database. */
package com.example.orders;
